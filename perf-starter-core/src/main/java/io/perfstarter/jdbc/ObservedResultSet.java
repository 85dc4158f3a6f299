package io.perfstarter.jdbc;

import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Proxy for a result set that reports its rows on the thread that reads them. Like the
 * result set itself it is not thread-safe, except that another thread may end it.
 */
final class ObservedResultSet extends Observed<ResultSet> {

	/**
	 * A row that arrives faster was already buffered by the driver.
	 */
	private static final long BUFFERED_NANOS = 2_000;

	private static final int SAMPLE_ROWS = 1_000;

	private final CompositeJdbcListener listeners;

	private final Execution execution;

	private final Object statement;

	private final LongSupplier clock;

	private boolean ended;

	private long rows;

	private int bufferedRows;

	private int timedRows = SAMPLE_ROWS;

	/**
	 * Creates the proxy.
	 * @param real the result set of the driver
	 * @param pool the pool name
	 * @param listeners the listeners
	 * @param execution the execution that returned the result set
	 * @param statement returned as the statement of the result set
	 * @param clock {@link System#nanoTime()}
	 */
	ObservedResultSet(ResultSet real, String pool, CompositeJdbcListener listeners, Execution execution,
			Object statement, LongSupplier clock) {
		super(real, pool);
		this.listeners = listeners;
		this.execution = execution;
		this.statement = statement;
		this.clock = clock;
	}

	@Override
	@Nullable Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
		return switch (method.getName()) {
			case "next" -> next(method, arguments);
			case "close" -> close(method, arguments);
			case "getStatement" -> statement(method, arguments);
			default -> pass(method, arguments);
		};
	}

	/**
	 * Reports the end of the result set.
	 */
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

	private @Nullable Object next(Method method, Object[] arguments) throws Throwable {
		boolean observed = this.bufferedRows < this.timedRows || this.rows % SAMPLE_ROWS == 0;
		Object more = observed ? timed(method, arguments) : pass(method, arguments);
		if (Boolean.TRUE.equals(more)) {
			this.rows++;
		}
		else {
			end();
		}
		return more;
	}

	private @Nullable Object timed(Method method, Object[] arguments) throws Throwable {
		long startedAt = this.clock.getAsLong();
		this.listeners.fetching(this.execution, startedAt);
		try {
			return pass(method, arguments);
		}
		finally {
			long endedAt = this.clock.getAsLong();
			this.bufferedRows = (endedAt - startedAt < BUFFERED_NANOS) ? this.bufferedRows + 1 : 0;
			if (this.bufferedRows == SAMPLE_ROWS) {
				this.timedRows = Math.max(SAMPLE_ROWS, fetchSize() + 1);
			}
			this.listeners.fetched(this.execution, endedAt);
		}
	}

	/**
	 * Returns the fetch size: after that many buffered rows the driver fetches again.
	 */
	private int fetchSize() {
		try {
			return Math.min(real().getFetchSize(), Integer.MAX_VALUE - 1);
		}
		catch (SQLException ex) {
			return 0;
		}
	}

	private @Nullable Object close(Method method, Object[] arguments) throws Throwable {
		try {
			return pass(method, arguments);
		}
		finally {
			end();
		}
	}

	private @Nullable Object statement(Method method, Object[] arguments) throws Throwable {
		// The driver may return null; on a closed result set the call throws.
		return (pass(method, arguments) != null) ? this.statement : null;
	}

}
