package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The environment of a {@link CoherenceNode}, which a simulation can replace.
 *
 * @param network sends messages
 * @param wire the payload limits
 * @param timer runs tasks later
 * @param clock a monotonic clock in nanoseconds
 * @param random source of random delays that spread simultaneous work
 */
public record Surroundings(PeerNetwork network, Wire wire, Timer timer, LongSupplier clock, RandomGenerator random) {

	long now() {
		return this.clock.getAsLong();
	}

	void after(Duration delay, Runnable task) {
		this.timer.after(delay, task);
	}

}
