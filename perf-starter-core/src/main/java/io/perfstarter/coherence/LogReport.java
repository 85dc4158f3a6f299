package io.perfstarter.coherence;

import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.LogListener;
import io.perfstarter.coherence.log.PendingChange;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs state changes of a {@link LogFanOut}, and publishes its activity as meters.
 */
class LogReport extends EvictionReport<Continuity> implements LogListener {

	private static final EnumSet<Continuity> MISSED = EnumSet.of(Continuity.TOO_OLD, Continuity.OTHER_EPOCH,
			Continuity.DEPARTURE);

	private static final Log logger = LogFactory.getLog(LogFanOut.class);

	private final Duration maxStaleness;

	private final Counter readsFailed;

	private final Counter writesFailed;

	private final Counter maintenanceFailed;

	private final AtomicBoolean unreadable = new AtomicBoolean();

	private volatile long readFailedAt;

	private final AtomicBoolean unwritable = new AtomicBoolean();

	LogReport(MeterRegistry registry, Duration maxStaleness) {
		super(registry, logger, MISSED);
		this.maxStaleness = maxStaleness;
		this.readsFailed = failed("read");
		this.writesFailed = failed("write");
		this.maintenanceFailed = failed("maintenance");
	}

	private Counter failed(String operation) {
		return counter("log.failed", "Operations on the invalidation log that failed", "operations", "operation",
				operation);
	}

	@Override
	public void read() {
		// Reported after a delay, because one operation may fail repeatedly while others
		// succeed.
		if (this.unreadable.get() && System.nanoTime() - this.readFailedAt > this.maxStaleness.toNanos()) {
			this.unreadable.set(false);
			logger.info("The invalidation log can be read again");
		}
	}

	@Override
	public void readFailed(RuntimeException failure) {
		this.readsFailed.increment();
		this.readFailedAt = System.nanoTime();
		if (this.unreadable.compareAndSet(false, true)) {
			logger.warn("The invalidation log cannot be read (%s); after %s only younger entries are served"
				.formatted(failure.getMessage(), this.maxStaleness));
			logger.debug("The cause", failure);
		}
	}

	@Override
	public void missed(Continuity reason) {
		if (!MISSED.contains(reason)) {
			return;
		}
		String why = switch (reason) {
			case TOO_OLD -> "this instance was behind for longer than the log keeps them, or there were too many";
			case DEPARTURE -> "an instance was not heard for long";
			default -> "the server of the log was restarted, promoted or restored, or its clock was set back";
		};
		countMissed(reason, "Evictions may have been missed (%s)".formatted(why));
	}

	@Override
	public void abandoned(PendingChange change) {
		String message = "An instance has not completed a change of the caches %s, so all their entries are evicted: it stopped, or cannot reach the invalidation log"
			.formatted(change.caches());
		warnOnce("abandoned", message);
	}

	@Override
	public void maintenanceFailed(RuntimeException failure) {
		this.maintenanceFailed.increment();
		if (isFirst("maintenance")) {
			logger.warn("The maintenance of the invalidation log failed (%s); further failures are only counted"
				.formatted(failure.getMessage()));
		}
	}

	@Override
	public void writeFailed(Collection<String> caches, Throwable failure) {
		this.writesFailed.increment();
		if (this.unwritable.compareAndSet(false, true)) {
			logger.warn(
					"Changes of the caches %s cannot be written to the invalidation log (%s); they are written when that is possible again, as evictions of all entries"
						.formatted(caches, failure.getMessage()));
			logger.debug("The cause", failure);
		}
	}

	@Override
	public void writtenAgain() {
		if (this.unwritable.compareAndSet(true, false)) {
			logger.info("The invalidation log can be written again");
		}
	}

}
