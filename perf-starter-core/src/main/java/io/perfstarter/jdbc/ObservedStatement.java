package io.perfstarter.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import io.perfstarter.jdbc.Execution.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A statement that reports executions and their rows on the thread that executes. Uses no
 * lock, so that another thread can cancel or close a running statement.
 */
class ObservedStatement extends DelegatingStatement {

	private static final Execution NONE = new Execution("", Kind.QUERY, true, 0);

	private final String prepared;

	private final ObservedConnection owner;

	private final @Nullable JdbcCall<Connection, ?> creation;

	// The first text of the batch with the greatest effect.
	private volatile @Nullable String textOfBatch;

	private volatile Execution last = NONE;

	private volatile CompositeJdbcListener listeners = CompositeJdbcListener.NONE;

	private volatile @Nullable ObservedResultSet openRows;

	// What to repeat on a replacement. Null after the execution of the statement, and for
	// a statement that cannot be replaced.
	private volatile @Nullable List<JdbcCall<Statement, ?>> inputs;

	/**
	 * Creates the statement.
	 * @param real the statement of the driver
	 * @param prepared the SQL text, empty for a statement that is not prepared
	 * @param owner the observed connection
	 * @param creation the call that created the statement, {@code null} if the statement
	 * cannot be replaced
	 */
	ObservedStatement(Statement real, String prepared, ObservedConnection owner,
			@Nullable JdbcCall<Connection, ?> creation) {
		super(real, owner.pool());
		this.prepared = prepared;
		this.owner = owner;
		this.creation = creation;
		this.inputs = (creation != null) ? new ArrayList<>() : null;
	}

	final String text() {
		return this.prepared;
	}

	@Override
	final void exposed() {
		used();
		this.owner.listeners().unwrapped();
	}

	@Override
	final void used() {
		if (this.inputs != null) {
			this.inputs = null;
			this.owner.used();
		}
	}

	@Override
	final boolean isRepeatable(@Nullable Object input) {
		if (this.inputs == null) {
			return false;
		}
		if (input instanceof InputStream || input instanceof Reader || input instanceof Blob || input instanceof Clob) {
			used();
			return false;
		}
		return true;
	}

	@Override
	final void repeat(JdbcCall<Statement, ?> input) {
		List<JdbcCall<Statement, ?>> inputs = this.inputs;
		if (inputs != null) {
			inputs.add(input);
		}
	}

	@Override
	final <R extends @Nullable Object> R executeBatch(JdbcCall<Statement, R> call) throws SQLException {
		String first = this.textOfBatch;
		this.textOfBatch = null;
		return execute(Kind.BATCH, (first != null) ? first : this.prepared, call);
	}

	@Override
	final <R extends @Nullable Object> R execute(Kind kind, @Nullable String sql, JdbcCall<Statement, R> call)
			throws SQLException {
		if (sql == null) {
			// The driver rejects null with its own message.
			return call.on(real());
		}
		Execution execution = this.owner.execution(sql, kind);
		CompositeJdbcListener listeners = this.owner.listeners();
		// A new execution closes the previous result set.
		endRows();
		SQLException refusal = this.owner.refusal(sql);
		if (refusal != null) {
			if (kind == Kind.BATCH || !replace(refusal, "")) {
				throw refusal;
			}
			return call.on(real());
		}
		this.listeners = listeners;
		this.last = execution;
		listeners.executing(execution);
		R result;
		try {
			result = call.on(real());
		}
		catch (SQLException ex) {
			long endedAt = System.nanoTime();
			SQLException explained = listeners.explained(execution, ex);
			listeners.executed(execution, endedAt, ex);
			if (!canBeRepeated(execution) || !replace(ex, sql)) {
				used();
				throw explained;
			}
			return call.on(real());
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
	 * Replaces a statement that returned no data by one of a replacement connection,
	 * which reports to its own listeners. The statement has failed or was not executed.
	 */
	private boolean replace(SQLException failure, String sql) {
		List<JdbcCall<Statement, ?>> inputs = this.inputs;
		if (inputs == null || this.creation == null || !this.owner.replace(failure, sql)) {
			return false;
		}
		this.inputs = null;
		this.listeners = CompositeJdbcListener.NONE;
		try {
			Statement other = (Statement) this.creation.on(this.owner.real());
			for (JdbcCall<Statement, ?> input : inputs) {
				input.on(other);
			}
			replaceBy(other);
			return true;
		}
		catch (SQLException ex) {
			failure.addSuppressed(ex);
			return false;
		}
	}

	private static boolean canBeRepeated(Execution execution) {
		return execution.kind() == Kind.QUERY
				|| (execution.kind() == Kind.ANY && SqlStatement.of(execution.sql()).isRepeatable());
	}

	@Override
	final @Nullable ResultSet rows(@Nullable ResultSet rows) {
		if (rows == null) {
			return null;
		}
		ObservedResultSet observed = new ObservedResultSet(rows, pool(), this.listeners, this.last, this);
		this.openRows = observed;
		return observed;
	}

	@Override
	public final void close() throws SQLException {
		try {
			super.close();
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

	@Override
	public final void addBatch(String sql) throws SQLException {
		super.addBatch(sql);
		batched(sql);
	}

	final void batched(String sql) {
		String first = this.textOfBatch;
		if (first == null || !sql.equals(first) && effect(sql).compareTo(effect(first)) > 0) {
			this.textOfBatch = sql;
		}
	}

	private static StatementEffect effect(String sql) {
		return SqlStatement.of(sql).effect();
	}

	@Override
	public final void clearBatch() throws SQLException {
		super.clearBatch();
		this.textOfBatch = null;
	}

	@Override
	public final Connection getConnection() throws SQLException {
		// Throws if the statement is closed.
		super.getConnection();
		return this.owner;
	}

}
