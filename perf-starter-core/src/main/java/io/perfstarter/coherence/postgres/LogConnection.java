package io.perfstarter.coherence.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import javax.sql.DataSource;

import io.perfstarter.coherence.log.LogUnavailableException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A connection beside the pool, opened at its first use and kept open until a failure.
 * Thread-safe: one thread at a time uses it.
 */
final class LogConnection implements AutoCloseable {

	/**
	 * The name under which the server lists the connections of readers.
	 */
	static final String READER = "perf-starter-log";

	/**
	 * The name under which the server lists the connections of writers.
	 */
	static final String WRITER = "perf-starter-log-writer";

	private static final Log logger = LogFactory.getLog(LogConnection.class);

	private final String name;

	private final DataSource server;

	private final Duration timeout;

	private final Duration pause;

	// Not a monitor, which would keep the carrier of a virtual thread.
	private final Lock lock = new ReentrantLock();

	// Guarded by the lock.
	private @Nullable Connection connection;

	// Guarded by the lock.
	private boolean closed;

	// Guarded by the lock, by the clock of System.nanoTime().
	private long usableAt = System.nanoTime();

	/**
	 * Creates a connection that is not open.
	 * @param name the name of the application for the server
	 * @param server opens a new connection for each call
	 * @param timeout the maximum time for connecting and for each answer of the server
	 * @param pause the time after a failure in which all work fails at once, so that
	 * waiting threads do not wait once more for the server
	 */
	LogConnection(String name, DataSource server, Duration timeout, Duration pause) {
		this.name = name;
		this.server = server;
		this.timeout = timeout;
		this.pause = pause;
	}

	/**
	 * Executes work, in which each statement is a separate transaction.
	 * @throws LogUnavailableException if the work fails, or other work has just failed;
	 * later work uses a new connection
	 */
	<T> T call(Work<T> work) {
		this.lock.lock();
		try {
			return callAlone(work);
		}
		finally {
			this.lock.unlock();
		}
	}

	private <T> T callAlone(Work<T> work) {
		if (this.closed) {
			throw new LogUnavailableException("The connection to the invalidation log is closed", null);
		}
		if (System.nanoTime() - this.usableAt < 0) {
			throw new LogUnavailableException("Not tried: the invalidation log has just failed", null);
		}
		try {
			return work.execute(open());
		}
		catch (LogUnavailableException ex) {
			// The server is another one by now, such as a standby.
			disconnect();
			throw ex;
		}
		catch (SQLException ex) {
			disconnect();
			this.usableAt = System.nanoTime() + this.pause.toNanos();
			throw unavailable("The invalidation log cannot be used", ex);
		}
	}

	/**
	 * Returns an exception whose message omits details, which may contain keys.
	 */
	static LogUnavailableException unavailable(String what, SQLException cause) {
		String reason = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
		return new LogUnavailableException("%s: %s".formatted(what, reason), cause);
	}

	private Connection open() throws SQLException {
		Connection opened = this.connection;
		if (opened == null) {
			limitLogin();
			opened = this.server.getConnection();
			this.connection = opened;
			prepare(opened);
		}
		return opened;
	}

	// Not all drivers support a login timeout.
	private void limitLogin() {
		try {
			this.server.setLoginTimeout(Math.max(1, (int) this.timeout.toSeconds()));
		}
		catch (SQLException | UnsupportedOperationException ex) {
			logger.debug("The login timeout of the invalidation log cannot be set", ex);
		}
	}

	private void prepare(Connection opened) throws SQLException {
		if (!opened.getAutoCommit()) {
			opened.setAutoCommit(true);
		}
		try {
			opened.setNetworkTimeout(Runnable::run, (int) this.timeout.toMillis());
		}
		catch (SQLFeatureNotSupportedException ex) {
			logger.debug("The network timeout of the invalidation log cannot be set", ex);
		}
		opened.setClientInfo("ApplicationName", this.name);
	}

	private void disconnect() {
		Connection opened = this.connection;
		this.connection = null;
		if (opened != null) {
			try {
				opened.close();
			}
			catch (SQLException | RuntimeException ex) {
				logger.debug("A connection to the invalidation log could not be closed", ex);
			}
		}
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			disconnect();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Work on the connection.
	 *
	 * @param <T> the type of its result
	 */
	@FunctionalInterface
	interface Work<T> {

		T execute(Connection connection) throws SQLException;

	}

}
