package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedConnections;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tracks a connection of a replica that has not returned data yet, so that it can be
 * aborted and replaced. Thread-safe.
 */
final class UnansweredConnectionListener implements JdbcListener {

	private static final Log logger = LogFactory.getLog(UnansweredConnectionListener.class);

	private final Set<UnansweredConnectionListener> all;

	private final int hash = ThreadLocalRandom.current().nextInt();

	private volatile @Nullable Connection connection;

	UnansweredConnectionListener(Set<UnansweredConnectionListener> all) {
		this.all = all;
	}

	/**
	 * Starts tracking the connection.
	 */
	void begin(Connection connection) {
		this.connection = connection;
		this.all.add(this);
	}

	@Override
	public void executed(ConnectionUsage usage, Execution execution, long endedAt, @Nullable SQLException failure) {
		end();
	}

	@Override
	public void returned(ConnectionUsage usage) {
		end();
	}

	private void end() {
		if (this.connection != null) {
			this.connection = null;
			this.all.remove(this);
		}
	}

	void abortUnanswered() {
		Connection connection = this.connection;
		try {
			if (connection != null) {
				ObservedConnections.abortUnanswered(connection);
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

}
