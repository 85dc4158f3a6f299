package io.perfstarter.routing.connection;

import java.util.Locale;

import io.perfstarter.routing.PrimaryRead;

/**
 * The reason for choosing the server of a connection.
 */
enum Reason {

	/**
	 * A read-only transaction on an eligible replica.
	 */
	READ_ONLY,

	/**
	 * A transaction that may write.
	 */
	WRITE,

	/**
	 * No transaction is active.
	 */
	NO_TRANSACTION,

	/**
	 * A method annotated with {@link PrimaryRead}.
	 */
	OVERRIDE,

	/**
	 * A read-only transaction that must be serializable with writing transactions.
	 */
	SERIALIZABLE,

	/**
	 * The first statement of the transaction was refused on a replica, and the primary
	 * can execute it.
	 */
	REFUSED,

	/**
	 * No replica is known to have an earlier write of the same request, thread or client.
	 */
	UNMET_TOKEN,

	/**
	 * Every replica exceeds the maximum lag.
	 */
	LAG,

	/**
	 * Every replica is down or excluded.
	 */
	DOWN,

	/**
	 * No replica had a free connection.
	 */
	BUSY;

	/**
	 * Returns the value of the tag in meters and in the endpoint.
	 * @return the name in lower case with hyphens
	 */
	String tag() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
