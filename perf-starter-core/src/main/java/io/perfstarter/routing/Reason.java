package io.perfstarter.routing;

import java.util.Locale;

/**
 * Why a connection came from where it came from.
 */
public enum Reason {

	/**
	 * A read-only transaction, on a replica.
	 */
	READ_ONLY,

	/**
	 * A transaction that may write.
	 */
	WRITE,

	/**
	 * No transaction.
	 */
	NO_TRANSACTION,

	/**
	 * {@link PrimaryRead}.
	 */
	OVERRIDE,

	/**
	 * No replica is known to have what was written before.
	 */
	UNMET_TOKEN,

	/**
	 * Every replica is too far behind.
	 */
	LAG,

	/**
	 * No replica can be used.
	 */
	DOWN,

	/**
	 * No replica had a connection to lend.
	 */
	BUSY;

	/**
	 * As meters and the endpoint call it.
	 * @return lower case, with hyphens
	 */
	String tag() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
