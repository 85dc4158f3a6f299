package io.perfstarter.jdbc;

/**
 * The possible effect of an SQL statement, determined from its text. An unrecognized
 * statement may have any effect.
 */
public enum StatementEffect {

	/**
	 * A {@code SELECT} without {@code INTO} that calls only functions known to have no
	 * effect: it changes no data.
	 */
	NONE,

	/**
	 * A single statement that changes data atomically and leaves its transaction open.
	 */
	CHANGE,

	/**
	 * A rollback that is executed as a statement, complete or to a savepoint.
	 */
	ROLLBACK,

	/**
	 * A statement that may change data, fail afterwards, and end its transaction:
	 * procedure calls, several statements in one, DDL, {@code COMMIT}.
	 */
	ANYTHING

}
