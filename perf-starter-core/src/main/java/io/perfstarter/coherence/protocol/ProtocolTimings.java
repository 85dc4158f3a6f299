package io.perfstarter.coherence.protocol;

import java.time.Duration;

/**
 * The protocol timings: two are configured, the others are derived from them.
 *
 * @param maxStaleness the maximum staleness
 * @param registryPropagationDelay the maximum time until a registered instance is listed
 * for all others
 */
public record ProtocolTimings(Duration maxStaleness, Duration registryPropagationDelay) {

	static final Duration BASELINE = Duration.ofSeconds(5);

	static final Duration GAP = Duration.ofMillis(50);

	private static final Duration LONGEST_PULL = Duration.ofSeconds(2);

	private static final Duration LONGEST_VACANCY = Duration.ofSeconds(10);

	/**
	 * Returns the interval between two requests for the high watermark of a peer.
	 * @return two seconds, or a quarter of the bound if that is shorter
	 */
	Duration pull() {
		return shorter(LONGEST_PULL, this.maxStaleness.dividedBy(4));
	}

	/**
	 * Returns the silence after which an unlisted peer is considered dead: the time in
	 * which the registry would list it if it had registered just before.
	 * @return the registry propagation delay, or the vacancy time if that is longer
	 */
	Duration silence() {
		return (this.registryPropagationDelay.compareTo(vacancy()) > 0) ? this.registryPropagationDelay : vacancy();
	}

	/**
	 * Returns the time without a response after which an unlisted address without a known
	 * peer is removed.
	 * @return ten seconds, or two thirds of the bound if that is shorter
	 */
	Duration vacancy() {
		return shorter(LONGEST_VACANCY, this.maxStaleness.multipliedBy(2).dividedBy(3));
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

}
