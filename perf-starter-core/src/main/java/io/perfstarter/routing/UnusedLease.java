package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.Lease;
import io.perfstarter.jdbc.ObservedConnections;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a replica that has not answered anything yet, and so can be broken off
 * and replaced. Thread-safe.
 */
final class UnusedLease implements JdbcListener {

	private static final Log logger = LogFactory.getLog(UnusedLease.class);

	private final Set<UnusedLease> all;

	private final int hash = ThreadLocalRandom.current().nextInt();

	private volatile @Nullable Connection connection;

	UnusedLease(Set<UnusedLease> all) {
		this.all = all;
	}

	/**
	 * The connection was lent.
	 */
	void begin(Connection connection) {
		this.connection = connection;
		this.all.add(this);
	}

	@Override
	public void executed(Lease lease, Execution execution, long endedAt, @Nullable SQLException failure) {
		end();
	}

	@Override
	public void returned(Lease lease) {
		end();
	}

	private void end() {
		if (this.connection != null) {
			this.connection = null;
			this.all.remove(this);
		}
	}

	void breakOff() {
		Connection connection = this.connection;
		try {
			if (connection != null) {
				ObservedConnections.breakOff(connection);
			}
		}
		catch (SQLException | RuntimeException ex) {
			logger.debug("A connection could not be broken off", ex);
		}
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other;
	}

	/**
	 * At random, because an identity hash costs more than the rest.
	 */
	@Override
	public int hashCode() {
		return this.hash;
	}

}
