package io.perfstarter.coherence.contract;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

/**
 * What a managed cache does on purpose in another way than plain Spring: the complete
 * list.
 */
enum Excepted {

	/**
	 * Spring keeps the entries if the evicting method throws; something may have been
	 * committed, so a managed cache evicts.
	 */
	EVICTION_AFTER_AN_EXCEPTION,

	/**
	 * In a transaction, Spring evicts and puts at once; a managed cache waits for the
	 * commit.
	 */
	TRANSACTIONS;

	void on(Side side) {
		assumeFalse(side.managed(), () -> "excepted: " + name());
	}

}
