package io.perfstarter.coherence.protocol;

import java.time.Duration;

/**
 * The times of the protocol, of which two are the user's and the others follow.
 *
 * @param maxStaleness the bound
 * @param registryPropagationDelay the longest time until an instance that registers is
 * listed for all others
 */
public record Pace(Duration maxStaleness, Duration registryPropagationDelay) {

	static final Duration BASELINE = Duration.ofSeconds(5);

	static final Duration GAP = Duration.ofMillis(50);

	private static final Duration LONGEST_PULL = Duration.ofSeconds(2);

	private static final Duration LONGEST_VACANCY = Duration.ofSeconds(10);

	/**
	 * How often each peer is asked how far it is.
	 * @return two seconds, or a quarter of the bound
	 */
	Duration pull() {
		return shorter(LONGEST_PULL, this.maxStaleness.dividedBy(4));
	}

	/**
	 * For how long a peer that discovery does not list must be silent to be taken for
	 * dead: as long as it may take the registry to list it, if it registered just before.
	 * @return the registry's lag, or the vacancy if that is longer
	 */
	Duration silence() {
		return (this.registryPropagationDelay.compareTo(vacancy()) > 0) ? this.registryPropagationDelay : vacancy();
	}

	/**
	 * For how long nobody must answer at an address that discovery does not list, and of
	 * which nobody is known, to forget it.
	 * @return ten seconds, or two thirds of the bound
	 */
	Duration vacancy() {
		return shorter(LONGEST_VACANCY, this.maxStaleness.multipliedBy(2).dividedBy(3));
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

}
