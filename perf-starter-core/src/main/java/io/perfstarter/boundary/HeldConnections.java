package io.perfstarter.boundary;

import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tracks the connections that are currently borrowed from a pool. A connection that a
 * lazy proxy has not fetched yet is not included. Thread-safe, without locks.
 */
final class HeldConnections implements JdbcListener {

	private final Map<ConnectionUsage, HeldConnection> connections = new ConcurrentHashMap<>();

	private final ConnectionStatistics statistics;

	private final LongSupplier clock;

	private final ThreadCpuTime cpuTime;

	/**
	 * Creates the tracker.
	 * @param statistics receives each connection usage that has ended
	 * @param clock {@link System#nanoTime()}
	 * @param cpuTime measures the processor time of the current thread
	 */
	HeldConnections(ConnectionStatistics statistics, LongSupplier clock, ThreadCpuTime cpuTime) {
		this.statistics = statistics;
		this.clock = clock;
		this.cpuTime = cpuTime;
	}

	/**
	 * Returns the connection that the current thread holds, the last borrowed one if
	 * there are several. Searches all connections: remote calls are rare, so a map by
	 * thread would cost more.
	 */
	@Nullable HeldConnection current() {
		Thread caller = Thread.currentThread();
		HeldConnection last = null;
		for (HeldConnection connection : this.connections.values()) {
			if (connection.owner() == caller
					&& (last == null || connection.usage().borrowedAt() - last.usage().borrowedAt() >= 0)) {
				last = connection;
			}
		}
		if (last != null) {
			nameTransaction(last);
		}
		return last;
	}

	Collection<HeldConnection> all() {
		return Collections.unmodifiableCollection(this.connections.values());
	}

	/**
	 * Sets the name of the transaction if it is not known yet: when a transaction fetches
	 * its connection eagerly, Spring sets the name only afterwards.
	 */
	private static void nameTransaction(HeldConnection connection) {
		if (connection.transaction() == null) {
			connection.transaction(TransactionSynchronizationManager.getCurrentTransactionName());
		}
	}

	@Override
	public void requested(String pool) {
		this.statistics.requested(pool);
	}

	@Override
	public void refused(String pool) {
		this.statistics.refused(pool);
	}

	@Override
	public void borrowed(ConnectionUsage usage) {
		HeldConnection connection = new HeldConnection(usage, Thread.currentThread(), this.cpuTime.sometimes());
		nameTransaction(connection);
		this.connections.put(usage, connection);
	}

	@Override
	public void executing(ConnectionUsage usage, Execution execution) {
		HeldConnection connection = this.connections.get(usage);
		if (connection != null) {
			nameTransaction(connection);
			connection.executing();
		}
	}

	@Override
	public void executed(ConnectionUsage usage, Execution execution, long endedAt, @Nullable SQLException failure) {
		HeldConnection connection = this.connections.get(usage);
		if (connection != null) {
			connection.executed(execution.startedAt(), endedAt);
		}
	}

	@Override
	public void ending(ConnectionUsage usage, long startedAt) {
		HeldConnection connection = this.connections.get(usage);
		if (connection != null) {
			connection.ending(startedAt);
		}
	}

	@Override
	public void ended(ConnectionUsage usage, String command, long endedAt) {
		HeldConnection connection = this.connections.get(usage);
		if (connection != null) {
			connection.ended(endedAt);
		}
	}

	@Override
	public void committed(ConnectionUsage usage) {
		HeldConnection connection = this.connections.get(usage);
		if (connection != null) {
			nameTransaction(connection);
			connection.committed();
		}
	}

	@Override
	public void rolledBack(ConnectionUsage usage) {
		committed(usage);
	}

	@Override
	public void returned(ConnectionUsage usage) {
		HeldConnection connection = this.connections.remove(usage);
		if (connection != null) {
			connection.returned();
			this.statistics.add(connection, this.clock.getAsLong(), cpuOf(connection));
		}
	}

	@Override
	public JdbcListener forWarmup() {
		return new HeldConnections(this.statistics.forWarmup(), this.clock, this.cpuTime);
	}

	private long cpuOf(HeldConnection connection) {
		boolean measured = connection.cpuAtBorrow() != ThreadCpuTime.UNKNOWN
				&& connection.owner() == Thread.currentThread();
		return (measured) ? this.cpuTime.now() - connection.cpuAtBorrow() : ThreadCpuTime.UNKNOWN;
	}

}
