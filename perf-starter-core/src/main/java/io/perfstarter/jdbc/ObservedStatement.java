package io.perfstarter.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.perfstarter.jdbc.Execution.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Tells of executions and of the rows they give, in the thread that executes. Holds no
 * lock, so that a cancel or a close from another thread passes what is running.
 */
final class ObservedStatement extends Observed<Statement> {

	private final String prepared;

	private final ObservedConnection owner;

	private final Connection connection;

	private volatile @Nullable String firstOfBatch;

	private volatile @Nullable Execution last;

	private volatile Audience hearers = Audience.NOBODY;

	private volatile @Nullable ObservedResultSet openRows;

	/**
	 * Stands before a statement.
	 * @param real the statement
	 * @param pool the pool of its connection
	 * @param prepared its text, empty if it has none of its own
	 * @param owner who knows of the transaction
	 * @param connection what the statement shows as its connection
	 */
	ObservedStatement(Statement real, String pool, String prepared, ObservedConnection owner, Connection connection) {
		super(real, pool);
		this.prepared = prepared;
		this.owner = owner;
		this.connection = connection;
	}

	@Override
	@Nullable Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
		return switch (method.getName()) {
			case "executeQuery" -> rows(proxy, execute(Kind.QUERY, method, arguments));
			case "executeUpdate", "executeLargeUpdate" -> execute(Kind.UPDATE, method, arguments);
			case "execute" -> execute(Kind.ANY, method, arguments);
			case "executeBatch", "executeLargeBatch" -> executeBatch(method, arguments);
			case "addBatch" -> addBatch(method, arguments);
			case "clearBatch" -> clearBatch(method, arguments);
			case "getResultSet", "getGeneratedKeys" -> rows(proxy, pass(method, arguments));
			case "getConnection" -> connection(method, arguments);
			case "close" -> close(method, arguments);
			default -> pass(method, arguments);
		};
	}

	private @Nullable Object execute(Kind kind, Method method, Object[] arguments) throws Throwable {
		return execute(this.owner.execution(textOf(arguments, this.prepared), kind), method, arguments);
	}

	private @Nullable Object executeBatch(Method method, Object[] arguments) throws Throwable {
		String first = this.firstOfBatch;
		this.firstOfBatch = null;
		String sql = (first != null) ? first : this.prepared;
		return execute(this.owner.execution(sql, Kind.BATCH), method, arguments);
	}

	private @Nullable Object execute(Execution execution, Method method, Object[] arguments) throws Throwable {
		Audience audience = this.owner.audience();
		// An execution closes what the one before has given.
		endRows();
		this.hearers = audience;
		this.last = audience.hearsRows() ? execution : null;
		audience.executing(execution);
		Object result;
		try {
			result = pass(method, arguments);
		}
		catch (SQLException ex) {
			long endedAt = System.nanoTime();
			SQLException explained = audience.explained(execution, ex);
			audience.executed(execution, endedAt, ex);
			throw explained;
		}
		catch (Throwable ex) {
			audience.executed(execution, System.nanoTime(), new SQLException(ex));
			throw ex;
		}
		audience.executed(execution, System.nanoTime(), null);
		return result;
	}

	/**
	 * What to give in place of a result set.
	 */
	private @Nullable Object rows(Object proxy, @Nullable Object result) {
		Execution last = this.last;
		if (last == null || !(result instanceof ResultSet rows)) {
			return result;
		}
		ObservedResultSet observed = new ObservedResultSet(rows, pool(), this.hearers, last, proxy);
		this.openRows = observed;
		return proxy(ResultSet.class, observed);
	}

	private @Nullable Object close(Method method, Object[] arguments) throws Throwable {
		try {
			return pass(method, arguments);
		}
		finally {
			endRows();
		}
	}

	private void endRows() {
		ObservedResultSet open = this.openRows;
		if (open != null) {
			this.openRows = null;
			open.end();
		}
	}

	private @Nullable Object addBatch(Method method, Object[] arguments) throws Throwable {
		Object result = pass(method, arguments);
		if (this.firstOfBatch == null) {
			this.firstOfBatch = textOf(arguments, this.prepared);
		}
		return result;
	}

	private @Nullable Object clearBatch(Method method, Object[] arguments) throws Throwable {
		Object result = pass(method, arguments);
		this.firstOfBatch = null;
		return result;
	}

	private Object connection(Method method, Object[] arguments) throws Throwable {
		// Asked all the same: it fails if the statement is closed.
		pass(method, arguments);
		return this.connection;
	}

	private static String textOf(Object[] arguments, String otherwise) {
		return (arguments.length > 0 && arguments[0] instanceof String text) ? text : otherwise;
	}

}
