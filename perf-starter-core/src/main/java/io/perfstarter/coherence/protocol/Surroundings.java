package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The environment of a {@link CoherenceNode}, or of a reader or writer of a log, which a
 * simulation can replace.
 *
 * @param timer runs tasks later
 * @param clock a monotonic clock in nanoseconds
 * @param random source of random delays that spread simultaneous work
 */
public record Surroundings(Timer timer, LongSupplier clock, RandomGenerator random) {

	/**
	 * Returns the current time.
	 * @return the time in nanoseconds
	 */
	public long now() {
		return this.clock.getAsLong();
	}

	/**
	 * Runs a task after a delay.
	 * @param delay the delay
	 * @param task the task
	 */
	public void after(Duration delay, Runnable task) {
		this.timer.after(delay, task);
	}

	/**
	 * Returns a random time between 0.75 and 1.25 times a time.
	 * @param time the time
	 * @return the random time
	 */
	public Duration jittered(Duration time) {
		return Duration.ofNanos((long) (time.toNanos() * (0.75 + this.random.nextDouble() / 2)));
	}

}
