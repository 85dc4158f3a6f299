package io.perfstarter.reporting.window;

import java.util.Arrays;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A time by its {@link Part parts}, in nanoseconds. Immutable.
 */
public final class Parts {

	/**
	 * No time at all, and all of it measured.
	 */
	public static final Parts NONE = new Parts(new long[Part.values().length]);

	private static final long NOT_MEASURED = -1;

	private final long[] nanos;

	private Parts(long[] nanos) {
		this.nanos = nanos;
	}

	/**
	 * Creates parts.
	 * @param nanos the time of each part; a part that is absent was not measured
	 * @return the parts
	 */
	public static Parts of(Map<Part, Long> nanos) {
		long[] values = new long[Part.values().length];
		Arrays.fill(values, NOT_MEASURED);
		nanos.forEach((part, time) -> values[part.ordinal()] = Math.max(0, time));
		return new Parts(values);
	}

	/**
	 * Whether a part was measured. If not, its time is within {@link Part#BLOCKED} or
	 * unknown.
	 * @param part the part
	 * @return whether it was
	 */
	public boolean measured(Part part) {
		return this.nanos[part.ordinal()] != NOT_MEASURED;
	}

	/**
	 * The time of a part.
	 * @param part the part
	 * @return in nanoseconds, 0 if it was not measured
	 */
	public long nanos(Part part) {
		return Math.max(0, this.nanos[part.ordinal()]);
	}

	/**
	 * The time of all parts.
	 * @return in nanoseconds
	 */
	public long total() {
		return Arrays.stream(this.nanos).filter((time) -> time != NOT_MEASURED).sum();
	}

	/**
	 * How much of the whole a part is.
	 * @param part the part
	 * @return from 0 to 1; 0 if there is no time at all
	 */
	public double share(Part part) {
		long total = total();
		return (total != 0) ? (double) nanos(part) / total : 0;
	}

	/**
	 * These and others, part by part. What was not measured on one side counts as nothing
	 * there.
	 * @param others the others
	 * @return the sums
	 */
	public Parts plus(Parts others) {
		long[] sums = new long[this.nanos.length];
		for (Part part : Part.values()) {
			boolean measured = measured(part) || others.measured(part);
			sums[part.ordinal()] = measured ? nanos(part) + others.nanos(part) : NOT_MEASURED;
		}
		return new Parts(sums);
	}

	/**
	 * The same without a part.
	 * @param part the part
	 * @return the others; that one is 0
	 */
	public Parts without(Part part) {
		long[] others = this.nanos.clone();
		others[part.ordinal()] = 0;
		return new Parts(others);
	}

	/**
	 * The part that takes the longest.
	 * @return the part, {@code null} if there is no time at all
	 */
	public @Nullable Part largest() {
		Part largest = null;
		for (Part part : Part.values()) {
			if (nanos(part) > ((largest != null) ? nanos(largest) : 0)) {
				largest = part;
			}
		}
		return largest;
	}

}
