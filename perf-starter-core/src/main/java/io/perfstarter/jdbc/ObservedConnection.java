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

import io.perfstarter.jdbc.Beginning.Call;
import io.perfstarter.jdbc.Execution.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Tells of leases and transactions.
 *
 * <p>
 * Holds no lock, so that an abort passes a call that hangs. Its fields are volatile: a
 * statement may run in another thread than the one that commits, as long as the caller
 * sees to it that they do not do so at the same time. Return is the exception: whoever
 * comes first tells it, and an execution that was under way is still told to its end.
 */
final class ObservedConnection extends Observed<Connection> {

	private static final String COMMIT = "COMMIT";

	private volatile Audience audience;

	private final AtomicBoolean returned = new AtomicBoolean();

	private volatile @Nullable Boolean autoCommit;

	private volatile boolean inTransaction;

	// Null as soon as it has given something, and where nothing is to replace it.
	private volatile @Nullable Replaceable replaceable;

	ObservedConnection(Connection real, String pool, Audience audience) {
		super(real, pool);
		this.audience = audience;
	}

	@Override
	@Nullable Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
		return switch (method.getName()) {
			case "createStatement", "prepareStatement", "prepareCall" ->
				statement((Connection) proxy, method, arguments);
			case "getMetaData" -> metaData((Connection) proxy, method, arguments);
			case "setAutoCommit" -> setAutoCommit(method, arguments);
			case "commit" -> commit(method, arguments);
			case "rollback" -> (arguments.length != 0) ? pass(method, arguments) : rollback(method, arguments);
			case "close", "abort" -> giveBack(method, arguments);
			default -> begin(method, arguments);
		};
	}

	/**
	 * Lets another connection take its place as long as it has given nothing.
	 */
	void replaceableBy(ConnectionReplacement replacement) {
		this.replaceable = new Replaceable(replacement);
	}

	/**
	 * It has given something, or may have.
	 */
	void used() {
		if (this.replaceable != null) {
			this.replaceable = null;
		}
	}

	@Override
	void exposed() {
		used();
		audience().unwrapped();
	}

	/**
	 * Has what runs on it fail if another connection can take its place.
	 */
	void breakOff() throws SQLException {
		// Before it is asked whether that one can still be replaced.
		Connection real = real();
		if (this.replaceable != null) {
			real.abort(Runnable::run);
		}
	}

	/**
	 * Puts another connection in its place, with the same settings, if it is lost and has
	 * given nothing.
	 * @param failure why it has failed
	 * @return whether there is another now, which tells of itself
	 */
	boolean replace(SQLException failure) {
		Replaceable replaceable = this.replaceable;
		if (replaceable == null || !replaceable.replacement.isFor(failure)
				|| !this.returned.compareAndSet(false, true)) {
			return false;
		}
		used();
		try {
			real().close();
		}
		catch (SQLException ex) {
			failure.addSuppressed(ex);
		}
		this.audience.returned();
		try {
			Connection other = replaceable.replacement.connection();
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
	 * Lets others hear the same. To be called before the connection is used.
	 */
	void join(List<JdbcListener> listeners) {
		Audience before = this.audience;
		this.audience = before.with(listeners);
		before.only(listeners).borrowed();
	}

	/**
	 * Who hears what begins now.
	 */
	Audience audience() {
		return (!this.returned.get()) ? this.audience : Audience.NOBODY;
	}

	/**
	 * A statement is about to be executed: now, and as part of which transaction.
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
	 * Does what gives nothing to read, or nobody knows what.
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
		return proxy(DatabaseMetaData.class, new ObservedMetaData(metaData, pool(), proxy));
	}

	private @Nullable Object setAutoCommit(Method method, Object[] arguments) throws Throwable {
		boolean on = (boolean) arguments[0];
		boolean commits = on && this.inTransaction;
		Audience audience = audience();
		// If it fails, only the connection knows which of the two it is.
		this.autoCommit = null;
		try {
			Object result = commits ? end(audience, COMMIT, method, arguments) : begin(method, arguments);
			this.autoCommit = on;
			this.inTransaction = this.inTransaction && !on;
			return result;
		}
		finally {
			if (commits) {
				audience.committed();
			}
		}
	}

	private @Nullable Object commit(Method method, Object[] arguments) throws Throwable {
		Audience audience = audience();
		try {
			Object result = end(audience, COMMIT, method, arguments);
			this.inTransaction = false;
			return result;
		}
		finally {
			audience.committed();
		}
	}

	private @Nullable Object rollback(Method method, Object[] arguments) throws Throwable {
		Audience audience = audience();
		Object result = end(audience, "ROLLBACK", method, arguments);
		this.inTransaction = false;
		audience.rolledBack();
		return result;
	}

	private @Nullable Object end(Audience audience, String command, Method method, Object[] arguments)
			throws Throwable {
		audience.ending(System.nanoTime());
		try {
			return pass(method, arguments);
		}
		finally {
			audience.ended(command, System.nanoTime());
		}
	}

	private @Nullable Object giveBack(Method method, Object[] arguments) throws Throwable {
		try {
			return pass(method, arguments);
		}
		finally {
			if (this.returned.compareAndSet(false, true)) {
				this.audience.returned();
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
			// The statement fails of the same, and that is what the caller is to see.
			return false;
		}
	}

	/**
	 * What takes its place, and what is known of its beginning. As the connection, it is
	 * for one thread at a time.
	 */
	private static final class Replaceable {

		private final ConnectionReplacement replacement;

		private final Beginning settings = new Beginning();

		private boolean hasStatement;

		private Replaceable(ConnectionReplacement replacement) {
			this.replacement = replacement;
		}

	}

}
