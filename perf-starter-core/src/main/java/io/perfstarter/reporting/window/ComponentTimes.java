package io.perfstarter.reporting.window;

import java.util.Arrays;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A time by its {@link TimeComponent breakdown}, in nanoseconds. Immutable.
 */
public final class ComponentTimes {

	/**
	 * No time at all, and all of it measured.
	 */
	public static final ComponentTimes NONE = new ComponentTimes(new long[TimeComponent.values().length]);

	private static final long NOT_MEASURED = -1;

	private final long[] nanos;

	private ComponentTimes(long[] nanos) {
		this.nanos = nanos;
	}

	/**
	 * Creates parts.
	 * @param nanos the time of each part; a part that is absent was not measured
	 * @return the parts
	 */
	public static ComponentTimes of(Map<TimeComponent, Long> nanos) {
		long[] values = new long[TimeComponent.values().length];
		Arrays.fill(values, NOT_MEASURED);
		nanos.forEach((component, time) -> values[component.ordinal()] = Math.max(0, time));
		return new ComponentTimes(values);
	}

	/**
	 * Whether a part was measured. If not, its time is within
	 * {@link TimeComponent#BLOCKED} or unknown.
	 * @param component the part
	 * @return whether it was
	 */
	public boolean measured(TimeComponent component) {
		return this.nanos[component.ordinal()] != NOT_MEASURED;
	}

	/**
	 * The time of a part.
	 * @param component the part
	 * @return in nanoseconds, 0 if it was not measured
	 */
	public long nanos(TimeComponent component) {
		return Math.max(0, this.nanos[component.ordinal()]);
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
	 * @param component the part
	 * @return from 0 to 1; 0 if there is no time at all
	 */
	public double share(TimeComponent component) {
		long total = total();
		return (total != 0) ? (double) nanos(component) / total : 0;
	}

	/**
	 * These and others, part by part. What was not measured on one side counts as nothing
	 * there.
	 * @param others the others
	 * @return the sums
	 */
	public ComponentTimes plus(ComponentTimes others) {
		long[] sums = new long[this.nanos.length];
		for (TimeComponent component : TimeComponent.values()) {
			boolean measured = measured(component) || others.measured(component);
			sums[component.ordinal()] = measured ? nanos(component) + others.nanos(component) : NOT_MEASURED;
		}
		return new ComponentTimes(sums);
	}

	/**
	 * The same without a part.
	 * @param component the part
	 * @return the others; that one is 0
	 */
	public ComponentTimes without(TimeComponent component) {
		long[] others = this.nanos.clone();
		others[component.ordinal()] = 0;
		return new ComponentTimes(others);
	}

	/**
	 * The part that takes the longest.
	 * @return the part, {@code null} if there is no time at all
	 */
	public @Nullable TimeComponent largest() {
		TimeComponent largest = null;
		for (TimeComponent component : TimeComponent.values()) {
			if (nanos(component) > ((largest != null) ? nanos(largest) : 0)) {
				largest = component;
			}
		}
		return largest;
	}

}
