package io.perfstarter.routing;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How often servers are asked: often while reads depend on it and for a second after
 * that, seldom otherwise. Thread-safe; one volatile field is all that is written.
 */
final class SamplePace {

	private static final long HOLD = Duration.ofSeconds(1).toNanos();

	private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(250);

	private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(1);

	private final LongSupplier clock;

	private final long fast;

	private final long idle;

	private final Duration timeout;

	private volatile long neededAt;

	/**
	 * Creates a pace that is fast at first.
	 * @param settings say how fast
	 * @param clock {@link System#nanoTime()}
	 */
	SamplePace(RoutingSettings settings, LongSupplier clock) {
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
	 * Somebody depends on what is known.
	 * @return whether nobody did, so that the next sample is due earlier than it was
	 */
	boolean needed() {
		long now = this.clock.getAsLong();
		long since = now - this.neededAt;
		// Not each time, so that readers do not contend for the field.
		if (since > this.fast) {
			this.neededAt = now;
		}
		return since > HOLD;
	}

	/**
	 * The time between two samples, in nanoseconds.
	 */
	long interval() {
		return (this.clock.getAsLong() - this.neededAt <= HOLD) ? this.fast : this.idle;
	}

	/**
	 * How long a server may take to answer.
	 */
	Duration timeout() {
		return this.timeout;
	}

}
