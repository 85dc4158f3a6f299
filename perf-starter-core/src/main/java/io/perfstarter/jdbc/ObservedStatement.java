package io.perfstarter.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.perfstarter.jdbc.Beginning.Call;
import io.perfstarter.jdbc.Execution.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Tells of executions and of the rows they give, in the thread that executes. Holds no
 * lock, so that a cancel or a close from another thread passes what is running.
 */
final class ObservedStatement extends Observed<Statement> {

	private static final String SELECT = "select";

	private final String prepared;

	private final ObservedConnection owner;

	private final Connection connection;

	private volatile @Nullable String firstOfBatch;

	private volatile @Nullable Execution last;

	private volatile Audience hearers = Audience.NOBODY;

	private volatile @Nullable ObservedResultSet openRows;

	private final @Nullable Call creation;

	// Null once it has been executed, and where no other can take its place.
	private volatile @Nullable Beginning inputs;

	/**
	 * Stands before a statement.
	 * @param real the statement
	 * @param pool the pool of its connection
	 * @param prepared its text, empty if it has none of its own
	 * @param owner who knows of the transaction
	 * @param connection what the statement shows as its connection
	 * @param creation how it was made, {@code null} if no other can take its place
	 */
	ObservedStatement(Statement real, String pool, String prepared, ObservedConnection owner, Connection connection,
			@Nullable Call creation) {
		super(real, pool);
		this.prepared = prepared;
		this.owner = owner;
		this.connection = connection;
		this.creation = creation;
		this.inputs = (creation != null) ? new Beginning() : null;
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
		this.owner.audience().unwrapped();
	}

	private void used() {
		if (this.inputs != null) {
			this.inputs = null;
			this.owner.used();
		}
	}

	private @Nullable Object begin(Method method, Object[] arguments) throws Throwable {
		Object result = pass(method, arguments);
		Beginning inputs = this.inputs;
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
			if (!replace(execution, ex)) {
				used();
				throw explained;
			}
			return pass(method, arguments);
		}
		catch (Throwable ex) {
			audience.executed(execution, System.nanoTime(), new SQLException(ex));
			used();
			throw ex;
		}
		audience.executed(execution, System.nanoTime(), null);
		used();
		return result;
	}

	/**
	 * Takes another statement, of another connection that tells of itself, for one of
	 * which the first answer was not to be had.
	 */
	private boolean replace(Execution execution, SQLException failure) {
		Beginning inputs = this.inputs;
		if (inputs == null || this.creation == null || !isRepeatable(execution) || !this.owner.replace(failure)) {
			return false;
		}
		this.inputs = null;
		this.hearers = Audience.NOBODY;
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
		return execution.kind() == Kind.QUERY || (execution.kind() == Kind.ANY
				&& execution.sql().stripLeading().regionMatches(true, 0, SELECT, 0, SELECT.length()));
	}

	/**
	 * What to give in place of a result set.
	 */
	private @Nullable Object rows(Object proxy, @Nullable Object result) {
		Execution last = this.last;
		if (last == null || !(result instanceof ResultSet rows)) {
			return result;
		}
		ObservedResultSet observed = new ObservedResultSet(rows, pool(), this.hearers, last, proxy, System::nanoTime);
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
