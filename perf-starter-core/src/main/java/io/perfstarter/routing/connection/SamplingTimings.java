package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Determines the interval of probes: short for one second after each read that depends on
 * the samples, long otherwise. Thread-safe: writes a single volatile field.
 */
final class SamplingTimings {

	private static final long HOLD = Duration.ofSeconds(1).toNanos();

	private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(250);

	private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(1);

	private final LongSupplier clock;

	private final long fast;

	private final long idle;

	private final Duration timeout;

	private volatile long neededAt;

	/**
	 * Creates timings that start with the short interval.
	 * @param settings the settings
	 * @param clock {@link System#nanoTime()}
	 */
	SamplingTimings(RoutingSettings settings, LongSupplier clock) {
		this.clock = clock;
		Duration quarter = settings.maxLag().dividedBy(4);
		this.idle = shorter(settings.idleSampleInterval(), quarter).toNanos();
		this.fast = Math.min(settings.sampleInterval().toNanos(), this.idle);
		this.timeout = (quarter.compareTo(SHORTEST_TIMEOUT) > 0) ? shorter(quarter, LONGEST_TIMEOUT) : SHORTEST_TIMEOUT;
		this.neededAt = clock.getAsLong();
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

	/**
	 * Records that a read depends on the samples.
	 * @return whether the interval was long until now, so that the next sample is due
	 * earlier
	 */
	boolean needed() {
		long now = this.clock.getAsLong();
		long since = now - this.neededAt;
		// Not written by each read, to avoid contention.
		if (since > this.fast) {
			this.neededAt = now;
		}
		return since > HOLD;
	}

	/**
	 * Returns the interval between two samples in nanoseconds.
	 */
	long interval() {
		return (this.clock.getAsLong() - this.neededAt <= HOLD) ? this.fast : this.idle;
	}

	/**
	 * Returns the timeout of a probe.
	 */
	Duration timeout() {
		return this.timeout;
	}

}
