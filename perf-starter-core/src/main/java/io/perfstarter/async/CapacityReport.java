package io.perfstarter.async;

import java.util.Locale;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Reports once per period that an executor receives more tasks than it can process, has
 * rejected or cancelled tasks, or ends none while others wait. Its capacity is the
 * concurrency limit divided by the mean run time (Little's law). Must be called by one
 * thread.
 */
final class CapacityReport {

	private final BoundedExecutor executor;

	private final LongSupplier clock;

	private long at;

	private long submitted;

	private long ended;

	private long ran;

	private long lost;

	private @Nullable ExecutorTask<?> stuck;

	/**
	 * Starts the first period.
	 * @param clock a monotonic clock in nanoseconds
	 */
	CapacityReport(BoundedExecutor executor, LongSupplier clock) {
		this.executor = executor;
		this.clock = clock;
		this.at = clock.getAsLong();
	}

	/**
	 * Ends a period and starts the next one.
	 * @return the message, {@code null} if there is no problem
	 */
	@Nullable String next() {
		ExecutorCounts counts = this.executor.counts();
		long now = this.clock.getAsLong();
		double seconds = (now - this.at) / 1e9;
		long submitted = this.executor.submitted() - this.submitted;
		long ended = counts.ended.sum() - this.ended;
		long lost = counts.lost() - this.lost;
		double mean = (counts.ran.sum() - this.ran) / 1e9 / ended;
		this.at = now;
		this.submitted += submitted;
		this.ended += ended;
		this.ran = counts.ran.sum();
		this.lost += lost;
		double offered = submitted / seconds;
		double capacity = this.executor.permits() / mean;
		int waiting = this.executor.waitingInVain();
		if (ended == 0 && waiting > 0) {
			return stuck(seconds, waiting);
		}
		if (ended == 0 || (offered <= capacity && lost == 0)) {
			return (lost == 0) ? null : String.format(Locale.ROOT,
					"Executor '%s' has rejected or cancelled %d tasks and finished none", this.executor.name(), lost);
		}
		return String.format(Locale.ROOT,
				"Executor '%s' receives %.0f tasks/s and can process %.0f/s (%d at once%s, %.1f ms each); %d waiting, %d rejected or cancelled",
				this.executor.name(), offered, capacity, this.executor.permits(), ofPool(" with all executors"),
				mean * 1e3, this.executor.waiting(), lost);
	}

	/**
	 * Names each task once.
	 */
	private @Nullable String stuck(double seconds, int waiting) {
		ExecutorTask<?> longest = this.executor.longestRunning();
		if (longest == null || longest == this.stuck) {
			return null;
		}
		this.stuck = longest;
		return String.format(Locale.ROOT,
				"Executor '%s' has ended no task in %.0f s, and %d wait for %s %d places%s. The longest running: %s",
				this.executor.name(), seconds, waiting, (ofPool("").isEmpty()) ? "its" : "the", this.executor.permits(),
				ofPool(""), BoundedExecutor.describe(longest));
	}

	private String ofPool(String prefix) {
		String pool = this.executor.state().pool();
		return (pool.isEmpty()) ? "" : "%s of pool '%s'".formatted(prefix, pool);
	}

}
