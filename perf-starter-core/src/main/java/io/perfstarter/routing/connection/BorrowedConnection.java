package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedConnections;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A connection that a read has borrowed from a replica, and that is aborted if the
 * replica does not respond. Thread-safe.
 */
final class BorrowedConnection implements JdbcListener {

	private static final Log logger = LogFactory.getLog(BorrowedConnection.class);

	private final Set<BorrowedConnection> all;

	private final int hash = ThreadLocalRandom.current().nextInt();

	private volatile @Nullable Connection connection;

	BorrowedConnection(Set<BorrowedConnection> all) {
		this.all = all;
	}

	void begin(Connection connection) {
		this.connection = connection;
		this.all.add(this);
	}

	@Override
	public void returned(ConnectionUsage usage) {
		this.connection = null;
		this.all.remove(this);
	}

	/**
	 * Aborts the connection if it has not returned data yet, so that the read is repeated
	 * on another server.
	 */
	void abortUnanswered() {
		abort(ObservedConnections::abortUnanswered);
	}

	/**
	 * Aborts the connection, so that the read fails.
	 */
	void abort() {
		abort((connection) -> connection.abort(Runnable::run));
	}

	private void abort(Abortion abortion) {
		Connection connection = this.connection;
		try {
			if (connection != null) {
				abortion.abort(connection);
			}
		}
		catch (SQLException | RuntimeException ex) {
			logger.debug("A connection could not be aborted", ex);
		}
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other;
	}

	/**
	 * Random, because an identity hash code is expensive to create.
	 */
	@Override
	public int hashCode() {
		return this.hash;
	}

	/**
	 * A way to abort a connection.
	 */
	@FunctionalInterface
	private interface Abortion {

		void abort(Connection connection) throws SQLException;

	}

}
