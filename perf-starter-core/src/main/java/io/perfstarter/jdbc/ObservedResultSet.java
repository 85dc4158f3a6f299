package io.perfstarter.jdbc;

import java.sql.Blob;
import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.jspecify.annotations.Nullable;

/**
 * A result set that reports its rows on the thread that reads them. Not thread-safe, like
 * the result set itself, except that another thread may end it.
 *
 * <p>
 * Measures a move only if it may ask the database: the first move, and then each move
 * after as many rows as the driver fetches at once. Other moves cost a comparison. If no
 * listener observes rows, it measures no move. Does not observe calls of large objects.
 */
final class ObservedResultSet extends DelegatingResultSet {

	private final CompositeJdbcListener listeners;

	private final Execution execution;

	private final Statement statement;

	private boolean ended;

	private long rows;

	// The number of rows after which the next move may ask the database.
	private long fetched;

	/**
	 * Creates the result set.
	 * @param real the result set of the driver
	 * @param pool the pool name
	 * @param listeners the listeners
	 * @param execution the execution that returned the result set
	 * @param statement returned as the statement of the result set
	 */
	ObservedResultSet(ResultSet real, String pool, CompositeJdbcListener listeners, Execution execution,
			Statement statement) {
		super(real, pool);
		this.listeners = listeners;
		this.execution = execution;
		this.statement = statement;
		this.fetched = listeners.observesRows() ? 0 : Long.MAX_VALUE;
	}

	@Override
	public boolean next() throws SQLException {
		boolean more = (this.rows < this.fetched) ? move() : fetch();
		if (more) {
			this.rows++;
		}
		else {
			end();
		}
		return more;
	}

	/**
	 * Moves without a report to listeners, and records a failure as unseen by them.
	 */
	private boolean move() throws SQLException {
		try {
			return super.next();
		}
		catch (SQLException ex) {
			this.listeners.usage().unseen();
			throw ex;
		}
	}

	private boolean fetch() throws SQLException {
		boolean more = this.listeners.during(this.execution.fetch(), real(), ResultSet::next);
		this.fetched = this.rows + fetchSize();
		return more;
	}

	/**
	 * Returns how many rows the driver fetches at once. A fetch size of 0 means all rows.
	 * A negative size, by which some drivers stream, or an unknown one counts as 1.
	 */
	private long fetchSize() {
		try {
			int size = getFetchSize();
			return (size != 0) ? Math.max(size, 1) : Long.MAX_VALUE / 2;
		}
		catch (SQLException ex) {
			return 1;
		}
	}

	void end() {
		if (isFirstEnd()) {
			this.listeners.rows(this.execution, this.rows);
		}
	}

	private synchronized boolean isFirstEnd() {
		boolean first = !this.ended;
		this.ended = true;
		return first;
	}

	@Override
	public void close() throws SQLException {
		try {
			super.close();
		}
		finally {
			end();
		}
	}

	/**
	 * Returns the real result set to get a large object, whose calls may fail unseen.
	 */
	private ResultSet unseen() {
		this.listeners.usage().unseen();
		return real();
	}

	@Override
	public @Nullable Blob getBlob(int column) throws SQLException {
		return unseen().getBlob(column);
	}

	@Override
	public @Nullable Blob getBlob(String column) throws SQLException {
		return unseen().getBlob(column);
	}

	@Override
	public @Nullable Clob getClob(int column) throws SQLException {
		return unseen().getClob(column);
	}

	@Override
	public @Nullable Clob getClob(String column) throws SQLException {
		return unseen().getClob(column);
	}

	@Override
	public @Nullable Statement getStatement() throws SQLException {
		// The driver may return null. The call throws if the result set is closed.
		return (super.getStatement() != null) ? this.statement : null;
	}

}
