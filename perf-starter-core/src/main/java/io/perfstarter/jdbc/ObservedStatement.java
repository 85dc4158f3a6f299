package io.perfstarter.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;

import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.jdbc.RecordedCalls.Call;
import org.jspecify.annotations.Nullable;

/**
 * Proxy for a statement that reports executions and their rows on the thread that
 * executes. Uses no lock, so that another thread can cancel or close a running statement.
 */
final class ObservedStatement extends Observed<Statement> {

	private static final Pattern REPEATABLE = Pattern
		.compile("\\s*(?:select|with|values|show|set|lock|listen|notify)\\b", Pattern.CASE_INSENSITIVE);

	private final String prepared;

	private final ObservedConnection owner;

	private final Connection connection;

	private volatile @Nullable String firstOfBatch;

	private volatile @Nullable Execution last;

	private volatile CompositeJdbcListener listeners = CompositeJdbcListener.NONE;

	private volatile @Nullable ObservedResultSet openRows;

	private final @Nullable Call creation;

	// Null once the statement was executed, and for statements that cannot be replaced.
	private volatile @Nullable RecordedCalls inputs;

	/**
	 * Creates the proxy.
	 * @param real the statement of the driver
	 * @param pool the pool name
	 * @param prepared the SQL text, empty for a statement that is not prepared
	 * @param owner the observed connection
	 * @param connection returned as the connection of the statement
	 * @param creation the call that created the statement, {@code null} if the statement
	 * cannot be replaced
	 */
	ObservedStatement(Statement real, String pool, String prepared, ObservedConnection owner, Connection connection,
			@Nullable Call creation) {
		super(real, pool);
		this.prepared = prepared;
		this.owner = owner;
		this.connection = connection;
		this.creation = creation;
		this.inputs = (creation != null) ? new RecordedCalls() : null;
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
			default -> begin(method, arguments);
		};
	}

	@Override
	void exposed() {
		used();
		this.owner.listeners().unwrapped();
	}

	private void used() {
		if (this.inputs != null) {
			this.inputs = null;
			this.owner.used();
		}
	}

	private @Nullable Object begin(Method method, Object[] arguments) throws Throwable {
		Object result = pass(method, arguments);
		RecordedCalls inputs = this.inputs;
		if (inputs != null && !inputs.addInput(method, arguments)) {
			used();
		}
		return result;
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
		CompositeJdbcListener listeners = this.owner.listeners();
		// A new execution closes the previous result set.
		endRows();
		SQLException refusal = this.owner.refusal(execution.sql());
		if (refusal != null) {
			if (execution.kind() == Kind.BATCH || !replace(refusal)) {
				throw refusal;
			}
			return pass(method, arguments);
		}
		this.listeners = listeners;
		this.last = listeners.observesRows() ? execution : null;
		listeners.executing(execution);
		Object result;
		try {
			result = pass(method, arguments);
		}
		catch (SQLException ex) {
			long endedAt = System.nanoTime();
			SQLException explained = listeners.explained(execution, ex);
			listeners.executed(execution, endedAt, ex);
			if (!isRepeatable(execution) || !replace(ex)) {
				used();
				throw explained;
			}
			return pass(method, arguments);
		}
		catch (Throwable ex) {
			listeners.executed(execution, System.nanoTime(), new SQLException(ex));
			used();
			throw ex;
		}
		listeners.executed(execution, System.nanoTime(), null);
		used();
		return result;
	}

	/**
	 * Replaces a statement that failed before it returned data, or was not executed, by
	 * one of a replacement connection, which reports to its own listeners.
	 */
	private boolean replace(SQLException failure) {
		RecordedCalls inputs = this.inputs;
		if (inputs == null || this.creation == null || !this.owner.replace(failure)) {
			return false;
		}
		this.inputs = null;
		this.listeners = CompositeJdbcListener.NONE;
		this.last = null;
		try {
			Statement other = (Statement) this.creation.on(this.owner.real());
			inputs.repeatOn(other);
			replaceBy(other);
			return true;
		}
		catch (SQLException ex) {
			failure.addSuppressed(ex);
			return false;
		}
	}

	private static boolean isRepeatable(Execution execution) {
		return execution.kind() == Kind.QUERY
				|| (execution.kind() == Kind.ANY && REPEATABLE.matcher(execution.sql()).lookingAt());
	}

	/**
	 * Wraps a result set if rows are observed.
	 */
	private @Nullable Object rows(Object proxy, @Nullable Object result) {
		Execution last = this.last;
		if (last == null || !(result instanceof ResultSet rows)) {
			return result;
		}
		ObservedResultSet observed = new ObservedResultSet(rows, pool(), this.listeners, last, proxy, System::nanoTime);
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
		// Called for its check: it throws if the statement is closed.
		pass(method, arguments);
		return this.connection;
	}

	private static String textOf(Object[] arguments, String otherwise) {
		return (arguments.length > 0 && arguments[0] instanceof String text) ? text : otherwise;
	}

}
