package io.perfstarter.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.jdbc.RecordedCalls.Call;
import org.jspecify.annotations.Nullable;

/**
 * Proxy for a connection that reports its usage and its transactions to listeners.
 *
 * <p>
 * Uses no lock, so that an abort is not blocked by a hanging call. The fields are
 * volatile, because statements and commits may run on different threads; as with any
 * connection, the caller must not use both at the same time. Only the return may happen
 * concurrently: the first thread that returns the connection reports it, and a running
 * execution is still reported to its end.
 */
final class ObservedConnection extends Observed<Connection> {

	private static final String COMMIT = "COMMIT";

	private volatile CompositeJdbcListener listeners;

	private final AtomicBoolean returned = new AtomicBoolean();

	private volatile @Nullable Boolean autoCommit;

	private volatile boolean inTransaction;

	// Null once the connection was replaced, and for connections without a replacement.
	private volatile @Nullable ConnectionReplacement replacement;

	// Null once the connection has returned data, and for connections without a
	// replacement.
	private volatile @Nullable Replaceable replaceable;

	ObservedConnection(Connection real, String pool, CompositeJdbcListener listeners) {
		super(real, pool);
		this.listeners = listeners;
	}

	@Override
	@Nullable Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
		return switch (method.getName()) {
			case "createStatement", "prepareStatement", "prepareCall" ->
				statement((Connection) proxy, method, arguments);
			case "getMetaData" -> metaData((Connection) proxy, method, arguments);
			case "setAutoCommit" -> setAutoCommit(method, arguments);
			case "commit" -> commit(method, arguments);
			case "rollback" ->
				(arguments.length != 0) ? rollbackToSavepoint(method, arguments) : rollback(method, arguments);
			case "close", "abort" -> giveBack(method, arguments);
			default -> begin(method, arguments);
		};
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
	 * Marks the connection as no longer replaceable, because it has or may have returned
	 * data.
	 */
	void used() {
		if (this.replaceable != null) {
			this.replaceable = null;
		}
	}

	@Override
	void exposed() {
		used();
		listeners().unwrapped();
	}

	/**
	 * Aborts the connection if it can be replaced.
	 */
	void abortUnanswered() throws SQLException {
		// Read before the check: the connection may be replaced in between.
		Connection real = real();
		if (this.replaceable != null) {
			real.abort(Runnable::run);
		}
	}

	/**
	 * Replaces a connection that has not returned data by another one with the same
	 * settings.
	 * @param failure the failure that showed the loss or the refusal
	 * @return whether the connection was replaced; the new one reports to its own
	 * listeners
	 */
	boolean replace(SQLException failure) {
		Replaceable replaceable = this.replaceable;
		ConnectionReplacement replacement = this.replacement;
		if (replaceable == null || replacement == null || !replacement.isFor(failure)
				|| !this.returned.compareAndSet(false, true)) {
			return false;
		}
		used();
		this.replacement = null;
		try {
			real().close();
		}
		catch (SQLException ex) {
			failure.addSuppressed(ex);
		}
		this.listeners.returned();
		try {
			Connection other = replacement.connection();
			replaceBy(other);
			replaceable.settings.repeatOn(other);
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
		before.only(listeners).borrowed();
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

	/**
	 * Passes a call that returns no data; any other unknown call makes the connection
	 * irreplaceable.
	 */
	private @Nullable Object begin(Method method, Object[] arguments) throws Throwable {
		Object result = passOrReplace(method, arguments);
		Replaceable replaceable = this.replaceable;
		if (replaceable != null && !replaceable.settings.addSetting(method, arguments)) {
			used();
		}
		return result;
	}

	private @Nullable Object passOrReplace(Method method, Object[] arguments) throws Throwable {
		try {
			return pass(method, arguments);
		}
		catch (SQLException ex) {
			if (!replace(ex)) {
				throw ex;
			}
			return pass(method, arguments);
		}
	}

	private Object statement(Connection proxy, Method method, Object[] arguments) throws Throwable {
		Replaceable replaceable = this.replaceable;
		if (replaceable != null) {
			if (replaceable.hasStatement) {
				used();
			}
			replaceable.hasStatement = true;
		}
		if (Arrays.asList(arguments).contains(ResultSet.CONCUR_UPDATABLE)) {
			exposed();
		}
		Statement statement = (Statement) Objects.requireNonNull(passOrReplace(method, arguments));
		String sql = (arguments.length > 0 && arguments[0] instanceof String text) ? text : "";
		Call creation = (this.replaceable != null) ? new Call(method, arguments) : null;
		return proxy(method.getReturnType(), new ObservedStatement(statement, pool(), sql, this, proxy, creation));
	}

	private Object metaData(Connection proxy, Method method, Object[] arguments) throws Throwable {
		DatabaseMetaData metaData = (DatabaseMetaData) Objects.requireNonNull(begin(method, arguments));
		return proxy(DatabaseMetaData.class, new ObservedMetaData(metaData, pool(), proxy, this::used));
	}

	private @Nullable Object setAutoCommit(Method method, Object[] arguments) throws Throwable {
		boolean on = (boolean) arguments[0];
		boolean commits = on && this.inTransaction;
		CompositeJdbcListener listeners = listeners();
		// If the call fails, the mode is unknown and is read from the connection again.
		this.autoCommit = null;
		try {
			if (commits) {
				listeners.committing();
			}
			Object result = commits ? end(listeners, COMMIT, method, arguments) : begin(method, arguments);
			this.autoCommit = on;
			this.inTransaction = this.inTransaction && !on;
			return result;
		}
		finally {
			if (commits) {
				listeners.committed();
			}
		}
	}

	private @Nullable Object commit(Method method, Object[] arguments) throws Throwable {
		CompositeJdbcListener listeners = listeners();
		listeners.committing();
		try {
			Object result = end(listeners, COMMIT, method, arguments);
			this.inTransaction = false;
			return result;
		}
		finally {
			listeners.committed();
		}
	}

	private @Nullable Object rollback(Method method, Object[] arguments) throws Throwable {
		CompositeJdbcListener listeners = listeners();
		Object result = end(listeners, "ROLLBACK", method, arguments);
		this.inTransaction = false;
		listeners.rolledBack();
		return result;
	}

	private @Nullable Object rollbackToSavepoint(Method method, Object[] arguments) throws Throwable {
		CompositeJdbcListener listeners = listeners();
		Object result = pass(method, arguments);
		listeners.rolledBackToSavepoint();
		return result;
	}

	private @Nullable Object end(CompositeJdbcListener listeners, String command, Method method, Object[] arguments)
			throws Throwable {
		listeners.ending(System.nanoTime());
		try {
			return pass(method, arguments);
		}
		finally {
			listeners.ended(command, System.nanoTime());
		}
	}

	private @Nullable Object giveBack(Method method, Object[] arguments) throws Throwable {
		try {
			return pass(method, arguments);
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
			// The statement will fail for the same reason and report it to the caller.
			return false;
		}
	}

	/**
	 * The settings to repeat on the replacement. Not thread-safe.
	 */
	private static final class Replaceable {

		private final RecordedCalls settings = new RecordedCalls();

		private boolean hasStatement;

	}

}
