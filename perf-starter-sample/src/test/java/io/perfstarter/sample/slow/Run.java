package io.perfstarter.sample.slow;

import org.jspecify.annotations.Nullable;

/**
 * A fault under a condition.
 *
 * @param fault the fault
 * @param threads what runs its requests
 * @param condition the condition, or {@code null} if no JDK that is given can run it
 */
record Run(Fault fault, Threads threads, @Nullable Condition condition) {

	boolean isSkipped() {
		return this.condition == null;
	}

	@Override
	public String toString() {
		return "%s (%s)".formatted(this.fault,
				(this.condition != null) ? this.condition : "skipped: no JDK has virtual threads");
	}

}
