package io.perfstarter.coherence.log;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

import io.perfstarter.coherence.protocol.Timer;

/**
 * The environment of a reader or writer of a log, which a simulation can replace.
 *
 * @param timer runs tasks later, one after the other; they may block
 * @param clock a monotonic clock in nanoseconds
 * @param random source of random delays that spread the readings of several instances
 */
public record LogSurroundings(Timer timer, LongSupplier clock, RandomGenerator random) {

	long now() {
		return this.clock.getAsLong();
	}

	void after(Duration delay, Runnable task) {
		this.timer.after(delay, task);
	}

	/**
	 * Returns a random time between 0.75 and 1.25 times a time.
	 */
	long jittered(Duration time) {
		return (long) (time.toNanos() * (0.75 + this.random.nextDouble() / 2));
	}

}
