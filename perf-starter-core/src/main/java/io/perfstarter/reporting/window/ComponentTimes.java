package io.perfstarter.reporting.window;

import java.util.Arrays;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A time, broken down by {@link TimeComponent component}, in nanoseconds. Immutable.
 */
public final class ComponentTimes {

	/**
	 * Zero time in all components, all of them measured.
	 */
	public static final ComponentTimes NONE = new ComponentTimes(new long[TimeComponent.values().length]);

	private static final long NOT_MEASURED = -1;

	private final long[] nanos;

	private ComponentTimes(long[] nanos) {
		this.nanos = nanos;
	}

	/**
	 * Creates a breakdown.
	 * @param nanos the time of each component; an absent component was not measured
	 * @return the breakdown
	 */
	public static ComponentTimes of(Map<TimeComponent, Long> nanos) {
		long[] values = new long[TimeComponent.values().length];
		Arrays.fill(values, NOT_MEASURED);
		nanos.forEach((component, time) -> values[component.ordinal()] = Math.max(0, time));
		return new ComponentTimes(values);
	}

	/**
	 * Returns whether a component was measured. The time of other components is part of
	 * {@link TimeComponent#BLOCKED} or unknown.
	 * @param component the component
	 * @return {@code true} if the component was measured
	 */
	public boolean measured(TimeComponent component) {
		return this.nanos[component.ordinal()] != NOT_MEASURED;
	}

	/**
	 * Returns the time of a component.
	 * @param component the component
	 * @return the time in nanoseconds, 0 if it was not measured
	 */
	public long nanos(TimeComponent component) {
		return Math.max(0, this.nanos[component.ordinal()]);
	}

	/**
	 * Returns the sum of all components.
	 * @return the sum in nanoseconds
	 */
	public long total() {
		return Arrays.stream(this.nanos).filter((time) -> time != NOT_MEASURED).sum();
	}

	/**
	 * Returns the share of a component in the sum.
	 * @param component the component
	 * @return the share from 0 to 1; 0 if the sum is zero
	 */
	public double share(TimeComponent component) {
		long total = total();
		return (total != 0) ? (double) nanos(component) / total : 0;
	}

	/**
	 * Adds another breakdown by component. A component that only one breakdown measured
	 * counts as zero in the other.
	 * @param others the other breakdown
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
	 * Returns this breakdown with one component set to zero.
	 * @param component the component
	 * @return the reduced breakdown
	 */
	public ComponentTimes without(TimeComponent component) {
		long[] others = this.nanos.clone();
		others[component.ordinal()] = 0;
		return new ComponentTimes(others);
	}

	/**
	 * Returns the component with the longest time.
	 * @return the component, {@code null} if the sum is zero
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
