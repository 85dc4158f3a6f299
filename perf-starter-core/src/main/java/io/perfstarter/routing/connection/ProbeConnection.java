package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import javax.sql.DataSource;

import io.perfstarter.support.DaemonThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.support.JdbcUtils;

/**
 * The connection that probes a server. It stays open while it works.
 *
 * <p>
 * An attempt to connect to a hanging server may block in the driver without limit, so it
 * runs on a separate thread. A new attempt starts only if none is running or the running
 * one has taken more than a minute. Confined to the server's thread, except for
 * {@link #abort()}.
 */
final class ProbeConnection {

	private static final Log logger = LogFactory.getLog(ProbeConnection.class);

	private static final Duration LONGEST_ATTEMPT = Duration.ofMinutes(1);

	private final String name;

	private final DataSource server;

	private final boolean standby;

	private final Duration timeout;

	private @Nullable CompletableFuture<Connection> attempt;

	private long attemptedAt;

	// Also read by the thread that aborts.
	private volatile @Nullable Connection connection;

	/**
	 * Creates a connection that is not open.
	 * @param name the name of the server
	 * @param server opens a new connection to the server for each call
	 * @param standby whether the server may reject serializable transactions
	 * @param timeout the maximum time for connecting and for each query
	 */
	ProbeConnection(String name, DataSource server, boolean standby, Duration timeout) {
		this.name = name;
		this.server = server;
		this.standby = standby;
		this.timeout = timeout;
		limitLogin();
	}

	// Lets the connecting thread end soon. Many drivers do not support this timeout.
	private void limitLogin() {
		try {
			this.server.setLoginTimeout(Math.max(1, (int) this.timeout.toSeconds()));
		}
		catch (SQLException | UnsupportedOperationException ex) {
			logger.debug("The login timeout of '%s' cannot be set".formatted(this.name), ex);
		}
	}

	/**
	 * Returns the connection, opening it if necessary.
	 */
	Connection get() throws SQLException {
		Connection connection = this.connection;
		if (connection == null) {
			connection = connect();
			this.connection = connection;
			prepare(connection);
		}
		return connection;
	}

	private Connection connect() throws SQLException {
		CompletableFuture<Connection> attempt = this.attempt;
		if (attempt == null || System.nanoTime() - this.attemptedAt > LONGEST_ATTEMPT.toNanos()) {
			abandon();
			attempt = begin();
		}
		try {
			Connection connection = attempt.get(this.timeout.toNanos(), TimeUnit.NANOSECONDS);
			this.attempt = null;
			return connection;
		}
		catch (TimeoutException ex) {
			throw new SQLTimeoutException("No connection within %s ms".formatted(this.timeout.toMillis()));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new SQLTimeoutException("Interrupted while connecting");
		}
		catch (ExecutionException ex) {
			this.attempt = null;
			if (ex.getCause() instanceof SQLException failure) {
				throw failure;
			}
			throw new SQLException("The connection could not be opened", ex.getCause());
		}
	}

	private CompletableFuture<Connection> begin() {
		CompletableFuture<Connection> connection = new CompletableFuture<>();
		this.attempt = connection;
		this.attemptedAt = System.nanoTime();
		DaemonThreads.create("routing-" + this.name + "-connect", () -> {
			try {
				connection.complete(this.server.getConnection());
			}
			catch (Throwable ex) {
				connection.completeExceptionally(ex);
			}
		}).start();
		return connection;
	}

	private void prepare(Connection connection) throws SQLException {
		if (!connection.getAutoCommit()) {
			connection.setAutoCommit(true);
		}
		try {
			connection.setNetworkTimeout(Runnable::run, (int) this.timeout.toMillis());
		}
		catch (SQLFeatureNotSupportedException ex) {
			logger.debug("The network timeout of '%s' cannot be set".formatted(this.name), ex);
		}
		// A standby rejects the queries of serializable transactions. The primary's
		// connection is left as it is: a pooler may give it to others.
		if (this.standby && connection.getTransactionIsolation() == Connection.TRANSACTION_SERIALIZABLE) {
			connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
		}
	}

	/**
	 * Closes the connection; the next call of {@link #get()} opens a new one.
	 */
	void close() {
		JdbcUtils.closeConnection(this.connection);
		this.connection = null;
	}

	/**
	 * Abandons a running attempt. If it still opens a connection, that is closed.
	 */
	void abandon() {
		if (this.attempt != null) {
			this.attempt.thenAccept(JdbcUtils::closeConnection);
			this.attempt = null;
		}
	}

	/**
	 * Aborts a running query.
	 */
	void abort() {
		Connection connection = this.connection;
		if (connection != null) {
			try {
				connection.abort(Runnable::run);
			}
			catch (SQLException | RuntimeException ex) {
				logger.debug("A connection could not be aborted", ex);
			}
		}
	}

}
