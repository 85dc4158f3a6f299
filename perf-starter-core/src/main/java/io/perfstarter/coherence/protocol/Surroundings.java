package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What a {@link CoherenceNode} needs from outside, so that a simulation can stand in for
 * it.
 *
 * @param network carries messages
 * @param wire what fits into a message
 * @param timer runs tasks later
 * @param clock {@link System#nanoTime()}
 * @param random spreads what would happen at once
 */
public record Surroundings(PeerNetwork network, Wire wire, Timer timer, LongSupplier clock, RandomGenerator random) {

	long now() {
		return this.clock.getAsLong();
	}

	void after(Duration delay, Runnable task) {
		this.timer.after(delay, task);
	}

}
