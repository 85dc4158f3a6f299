package io.perfstarter.jdbc;

import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Tells of the rows of a result, in the thread that reads them. All but the steps to the
 * next row it only passes on. As the result itself, it is for one thread at a time; but
 * the end may come from another.
 */
final class ObservedResultSet extends Observed<ResultSet> {

	/**
	 * A row that comes in less, in nanoseconds, was there already.
	 */
	private static final long AT_HAND = 2_000;

	private static final int CERTAIN = 1_000;

	private final Audience audience;

	private final Execution execution;

	private final Object statement;

	private final LongSupplier clock;

	private boolean ended;

	private long rows;

	private int atHand;

	private int sure = CERTAIN;

	/**
	 * Stands before a result.
	 * @param real the result
	 * @param pool the pool of its connection
	 * @param audience who hears of it
	 * @param execution what has given it
	 * @param statement what it shows as its statement
	 * @param clock {@link System#nanoTime()}
	 */
	ObservedResultSet(ResultSet real, String pool, Audience audience, Execution execution, Object statement,
			LongSupplier clock) {
		super(real, pool);
		this.audience = audience;
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
	 * Nothing more is read of it.
	 */
	void end() {
		if (isFirstEnd()) {
			this.audience.rows(this.execution, this.rows);
		}
	}

	private synchronized boolean isFirstEnd() {
		boolean first = !this.ended;
		this.ended = true;
		return first;
	}

	private @Nullable Object next(Method method, Object[] arguments) throws Throwable {
		boolean heard = this.atHand < this.sure || this.rows % CERTAIN == 0;
		Object more = heard ? timed(method, arguments) : pass(method, arguments);
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
		this.audience.fetching(this.execution, startedAt);
		try {
			return pass(method, arguments);
		}
		finally {
			long endedAt = this.clock.getAsLong();
			this.atHand = (endedAt - startedAt < AT_HAND) ? this.atHand + 1 : 0;
			if (this.atHand == CERTAIN) {
				this.sure = Math.max(CERTAIN, fetchSize() + 1);
			}
			this.audience.fetched(this.execution, endedAt);
		}
	}

	/**
	 * How many rows come at once: as many may be at hand, and the next is not.
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
		// Null where the driver gives none; and it fails if the result is closed.
		return (pass(method, arguments) != null) ? this.statement : null;
	}

}
