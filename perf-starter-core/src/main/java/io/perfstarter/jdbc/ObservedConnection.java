package io.perfstarter.jdbc;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiPredicate;

import io.perfstarter.jdbc.Execution.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A connection that reports its usage and its transactions to listeners.
 *
 * <p>
 * Uses no lock, so that a hanging call does not block an abort. The fields are volatile,
 * because statements and commits may run on different threads. As with any connection,
 * the caller must not run both at the same time. Only the return may happen concurrently:
 * the first thread that returns the connection reports this, and the end of a running
 * execution is still reported.
 */
final class ObservedConnection extends DelegatingConnection {

	// The SQL state of PostgreSQL for a statement in an aborted transaction.
	private static final String ABORTED = "25P02";

	private volatile CompositeJdbcListener listeners;

	private final AtomicBoolean returned = new AtomicBoolean();

	private volatile @Nullable Boolean autoCommit;

	private volatile boolean inTransaction;

	// Whether a failed commit or rollback was ignored; the connection may be lost.
	private volatile boolean endedWell;

	// Null after the replacement of the connection, and if there is no replacement.
	private volatile @Nullable ConnectionReplacement replacement;

	// Null after the connection has returned data, and if there is no replacement.
	private volatile @Nullable Replaceable replaceable;

	ObservedConnection(Connection real, String pool, CompositeJdbcListener listeners) {
		super(real, pool);
		this.listeners = listeners;
	}

	/**
	 * Makes this connection replaceable until it has returned data.
	 */
	void replaceableBy(ConnectionReplacement replacement) {
		this.replacement = replacement;
		this.replaceable = new Replaceable();
	}

	/**
	 * Returns why this connection must not execute a statement, {@code null} if it may.
	 */
	@Nullable SQLException refusal(String sql) {
		ConnectionReplacement replacement = this.replacement;
		return (replacement != null) ? replacement.refusal(sql) : null;
	}

	/**
	 * Marks the connection as no longer replaceable, because it may have returned data.
	 */
	void used() {
		if (this.replaceable != null) {
			this.replaceable = null;
		}
	}

	@Override
	void exposed() {
		used();
		this.listeners.usage().unseen();
		listeners().unwrapped();
	}

	/**
	 * Aborts the connection if it can be replaced.
	 */
	void abortUnanswered() throws SQLException {
		// Read before the check, because another thread may replace the connection.
		Connection real = real();
		if (this.replaceable != null) {
			real.abort(Runnable::run);
		}
	}

	/**
	 * Replaces this connection, if it has not returned data, by another with the same
	 * settings.
	 * @param failure the failure that shows that the connection is lost, or that its
	 * server rejects statements
	 * @param sql the failed statement, empty if none was executed
	 * @return whether the connection was replaced; the new connection has its own
	 * listeners
	 */
	boolean replace(SQLException failure, String sql) {
		Replaceable replaceable = this.replaceable;
		ConnectionReplacement replacement = this.replacement;
		if (replaceable == null || replacement == null || !replacement.isFor(failure)
				|| !this.returned.compareAndSet(false, true)) {
			return false;
		}
		used();
		this.replacement = null;
		try {
			if (replaceable.lasting || SqlStatement.of(sql).mayChangeSession()) {
				replacement.evict(real());
			}
			else {
				real().close();
			}
		}
		catch (SQLException ex) {
			failure.addSuppressed(ex);
		}
		this.listeners.returned();
		try {
			Connection other = replacement.connection();
			replaceBy(other);
			for (JdbcCall<Connection, ?> setting : replaceable.settings) {
				setting.on(other);
			}
			return true;
		}
		catch (SQLException ex) {
			failure.addSuppressed(ex);
			return false;
		}
	}

	/**
	 * Adds listeners. Must be called before the connection is used.
	 */
	void addListeners(List<JdbcListener> listeners) {
		CompositeJdbcListener before = this.listeners;
		this.listeners = before.with(listeners);
		// The earlier listeners have received this event.
		new CompositeJdbcListener(before.usage(), listeners).borrowed();
	}

	/**
	 * Returns the listeners of operations that start now.
	 */
	CompositeJdbcListener listeners() {
		return (!this.returned.get()) ? this.listeners : CompositeJdbcListener.NONE;
	}

	/**
	 * Creates the execution of a statement that starts now.
	 */
	Execution execution(String sql, Kind kind) {
		long startedAt = System.nanoTime();
		boolean alone = isAutoCommit();
		if (!alone) {
			this.inTransaction = true;
		}
		return new Execution(sql, kind, alone, startedAt);
	}

	@Override
	<R extends @Nullable Object> R setting(JdbcCall<Connection, R> call) throws SQLException {
		R result = harmless(call);
		Replaceable replaceable = this.replaceable;
		if (replaceable != null) {
			replaceable.settings.add(call);
		}
		return result;
	}

	@Override
	<R extends @Nullable Object> R lastingSetting(JdbcCall<Connection, R> call) throws SQLException {
		Replaceable replaceable = this.replaceable;
		if (replaceable != null) {
			replaceable.lasting = true;
		}
		return setting(call);
	}

	@Override
	<R extends @Nullable Object> R harmless(JdbcCall<Connection, R> call) throws SQLException {
		try {
			return call.on(real());
		}
		catch (SQLException ex) {
			if (!replace(ex, "")) {
				throw ex;
			}
			return call.on(real());
		}
	}

	@Override
	<R extends @Nullable Object> R other(JdbcCall<Connection, R> call) throws SQLException {
		R result = harmless(call);
		used();
		return result;
	}

	@Override
	Statement statement(boolean updatable, JdbcCall<Connection, Statement> call) throws SQLException {
		return new ObservedStatement(create(updatable, call), "", this, repeatable(call));
	}

	@Override
	PreparedStatement prepared(String sql, boolean updatable, JdbcCall<Connection, PreparedStatement> call)
			throws SQLException {
		return new ObservedPreparedStatement(create(updatable, call), sql, this, repeatable(call));
	}

	@Override
	CallableStatement callable(String sql, boolean updatable, JdbcCall<Connection, CallableStatement> call)
			throws SQLException {
		return new ObservedCallableStatement(create(updatable, call), sql, this, repeatable(call));
	}

	private <S extends Statement> S create(boolean updatable, JdbcCall<Connection, S> call) throws SQLException {
		Replaceable replaceable = this.replaceable;
		if (replaceable != null) {
			if (replaceable.hasStatement) {
				used();
			}
			replaceable.hasStatement = true;
		}
		if (updatable) {
			exposed();
		}
		return harmless(call);
	}

	private @Nullable JdbcCall<Connection, ?> repeatable(JdbcCall<Connection, ?> creation) {
		return (this.replaceable != null) ? creation : null;
	}

	@Override
	public DatabaseMetaData getMetaData() throws SQLException {
		return new ObservedDatabaseMetaData(harmless(Connection::getMetaData), this);
	}

	@Override
	public void setClientInfo(String name, String value) throws SQLClientInfoException {
		clientInfo((real) -> {
			real.setClientInfo(name, value);
			return real;
		});
	}

	@Override
	public void setClientInfo(Properties properties) throws SQLClientInfoException {
		clientInfo((real) -> {
			real.setClientInfo(properties);
			return real;
		});
	}

	/**
	 * Sets client info, and converts exceptions to the only type that JDBC allows here.
	 */
	private void clientInfo(JdbcCall<Connection, ?> call) throws SQLClientInfoException {
		try {
			lastingSetting(call);
		}
		catch (SQLClientInfoException ex) {
			throw ex;
		}
		catch (SQLException ex) {
			throw new SQLClientInfoException(ex.getMessage(), ex.getSQLState(), ex.getErrorCode(), Map.of(), ex);
		}
	}

	@Override
	public void setAutoCommit(boolean on) throws SQLException {
		JdbcCall<Connection, Connection> call = (real) -> {
			real.setAutoCommit(on);
			return real;
		};
		// If the call fails, the mode is unknown, and isAutoCommit reads it again.
		this.autoCommit = null;
		if (on && this.inTransaction) {
			commit(call);
		}
		else {
			setting(call);
		}
		this.autoCommit = on;
		this.listeners.usage().manual(!on);
		this.inTransaction = this.inTransaction && !on;
	}

	@Override
	public void setTransactionIsolation(int level) throws SQLException {
		super.setTransactionIsolation(level);
		this.listeners.usage().readsUncommitted(level == TRANSACTION_READ_UNCOMMITTED);
	}

	@Override
	public void commit() throws SQLException {
		commit((real) -> {
			real.commit();
			return real;
		});
		this.inTransaction = false;
	}

	private void commit(JdbcCall<Connection, Connection> call) throws SQLException {
		ConnectionUsage usage = this.listeners.usage();
		if (usage.mayBeAborted()) {
			usage.failed(isAborted());
		}
		end(Execution.commit(), call, ConnectionReplacement::losesNothing);
	}

	/**
	 * Ends a transaction, and ignores a failure after which nothing is lost.
	 */
	private void end(Execution execution, JdbcCall<Connection, Connection> call,
			BiPredicate<ConnectionReplacement, SQLException> losesNothing) throws SQLException {
		listeners().during(execution, real(), (real) -> {
			try {
				return call.on(real);
			}
			catch (SQLException ex) {
				ConnectionReplacement replacement = this.replacement;
				if (replacement == null || !losesNothing.test(replacement, ex)) {
					throw ex;
				}
				this.endedWell = true;
				return real;
			}
		});
	}

	/**
	 * Asks the database whether a failed statement has aborted the transaction. In
	 * PostgreSQL, a commit would then be a rollback.
	 */
	private boolean isAborted() {
		try (Statement statement = real().createStatement()) {
			statement.execute("select 1");
			return false;
		}
		catch (SQLException ex) {
			return ABORTED.equals(ex.getSQLState());
		}
	}

	@Override
	public void rollback() throws SQLException {
		// A connection with a replacement only reads: it has nothing to roll back.
		end(Execution.rollback(Kind.ROLLBACK), (real) -> {
			real.rollback();
			return real;
		}, (replacement, failure) -> true);
		this.inTransaction = false;
	}

	@Override
	public void rollback(Savepoint savepoint) throws SQLException {
		listeners().during(Execution.rollback(Kind.ROLLBACK_TO_SAVEPOINT), real(), (real) -> {
			real.rollback(savepoint);
			return real;
		});
	}

	@Override
	public void close() throws SQLException {
		try {
			giveBack(super::close);
		}
		catch (SQLException ex) {
			if (!this.endedWell) {
				throw ex;
			}
		}
	}

	@Override
	public void abort(Executor executor) throws SQLException {
		giveBack(() -> super.abort(executor));
	}

	private void giveBack(End end) throws SQLException {
		try {
			end.run();
		}
		finally {
			if (this.returned.compareAndSet(false, true)) {
				this.listeners.returned();
			}
		}
	}

	private boolean isAutoCommit() {
		Boolean known = this.autoCommit;
		if (known != null) {
			return known;
		}
		try {
			known = real().getAutoCommit();
			this.autoCommit = known;
			return known;
		}
		catch (SQLException ex) {
			// The statement will fail for the same reason, which the caller then sees.
			return false;
		}
	}

	/**
	 * The settings to repeat on the replacement. Not thread-safe.
	 */
	private static final class Replaceable {

		private final List<JdbcCall<Connection, ?>> settings = new ArrayList<>();

		private boolean hasStatement;

		// Whether there is a setting that the pool does not reset.
		private boolean lasting;

	}

	/**
	 * The end of a usage.
	 */
	@FunctionalInterface
	private interface End {

		void run() throws SQLException;

	}

	/**
	 * Metadata that return the observed connection, and tell it when they have read data.
	 */
	static final class ObservedDatabaseMetaData extends DelegatingDatabaseMetaData {

		private final ObservedConnection connection;

		ObservedDatabaseMetaData(DatabaseMetaData real, ObservedConnection connection) {
			super(real, connection.pool());
			this.connection = connection;
		}

		/**
		 * Wraps a result set, because its own statement would return the real connection.
		 */
		@Override
		@Nullable ResultSet rows(@Nullable ResultSet rows) throws SQLException {
			this.connection.used();
			Statement statement = (rows != null) ? rows.getStatement() : null;
			return (statement != null) ? new ObservedStatement(statement, "", this.connection, null).rows(rows) : rows;
		}

		@Override
		public Connection getConnection() throws SQLException {
			// Throws if the connection is closed.
			super.getConnection();
			return this.connection;
		}

	}

}
