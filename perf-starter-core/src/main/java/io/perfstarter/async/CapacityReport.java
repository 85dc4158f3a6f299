package io.perfstarter.async;

import java.util.Locale;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Says once a period that an executor is offered more than it carries, or has lost tasks:
 * what it carries are its permits by the time that one task runs, J. D. C. Little, A
 * Proof for the Queuing Formula L = λW, 1961. To be called by one thread.
 */
final class CapacityReport {

	private final BoundedExecutor executor;

	private final LongSupplier clock;

	private long at;

	private long submitted;

	private long ended;

	private long ran;

	private long lost;

	/**
	 * Begins the first period.
	 * @param clock {@link System#nanoTime()}
	 */
	CapacityReport(BoundedExecutor executor, LongSupplier clock) {
		this.executor = executor;
		this.clock = clock;
		this.at = clock.getAsLong();
	}

	/**
	 * Ends a period and begins the next one.
	 * @return what there is to say, {@code null} if all is well
	 */
	@Nullable String next() {
		ExecutorCounts counts = this.executor.counts();
		long now = this.clock.getAsLong();
		double seconds = (now - this.at) / 1e9;
		long submitted = counts.submitted.sum() - this.submitted;
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
		if (ended == 0 || (offered <= capacity && lost == 0)) {
			return (lost == 0) ? null : String.format(Locale.ROOT, "Executor '%s' has lost %d tasks and finished none",
					this.executor.name(), lost);
		}
		return String.format(Locale.ROOT,
				"Executor '%s' is offered %.0f tasks/s and carries %.0f/s (%d permits, %.1f ms each); %d wait, %d were lost",
				this.executor.name(), offered, capacity, this.executor.permits(), mean * 1e3, this.executor.waiting(),
				lost);
	}

}
