package io.perfstarter.reporting.request;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Records connection usage and statements in the time breakdown of the calling thread.
 * Thread-safe.
 */
public final class ConnectionRecorder implements JdbcListener {

	private volatile SqlText texts = new SqlText();

	private final Map<Long, Execution> outside = new ConcurrentHashMap<>();

	private volatile boolean observed;

	/**
	 * Returns the shortened text of a statement without literals.
	 * @param sql the executed statement
	 * @return the text by which the figures of requests name the statement
	 */
	public static String text(String sql) {
		return SqlText.shortened(sql);
	}

	/**
	 * Returns a statement with its literals. Pass it only to the database, because
	 * literals may be confidential.
	 * @param text the text without literals
	 * @return the statement, {@code null} if it is no longer stored
	 */
	public @Nullable String fullText(String text) {
		return this.texts.full(text);
	}

	/**
	 * Forgets the texts of all statements if their number has reached its limit. Call it
	 * after the last use of {@link #fullText(String)} for a period. Requests in flight
	 * keep the texts that they have.
	 */
	public void forgetTextsIfFull() {
		if (this.texts.isFull()) {
			this.texts = new SqlText();
		}
	}

	/**
	 * Returns whether connections are observed, so that their time components are
	 * measured.
	 * @return {@code true} if one was observed, or will be
	 */
	public boolean hasObserved() {
		return this.observed;
	}

	@Override
	public void requested(String pool) {
		markObserved();
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown != null) {
			breakdown.await(pool, System.nanoTime());
		}
	}

	@Override
	public void queued(String pool) {
		requested(pool);
	}

	@Override
	public void unqueued(String pool) {
		refused(pool);
	}

	/**
	 * Records that the connections of a pool are observed, even if none has been borrowed
	 * yet.
	 */
	public void markObserved() {
		// Written only once, because all threads read this field.
		if (!this.observed) {
			this.observed = true;
		}
	}

	@Override
	public void refused(String pool) {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown != null) {
			breakdown.endWait(pool, System.nanoTime());
		}
	}

	@Override
	public void borrowed(ConnectionUsage lease) {
		markObserved();
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown != null) {
			breakdown.borrowed(lease);
		}
	}

	@Override
	public void executing(ConnectionUsage lease, Execution execution) {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown != null) {
			breakdown.begin(component(execution), execution, execution.startedAt());
		}
		else {
			this.outside.put(Thread.currentThread().getId(), execution);
		}
	}

	@Override
	public void executed(ConnectionUsage lease, Execution execution, long endedAt, @Nullable SQLException failure) {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown != null) {
			breakdown.executed(component(execution), execution, text(execution), endedAt);
		}
		else {
			this.outside.remove(Thread.currentThread().getId());
		}
	}

	/**
	 * Returns what a thread executes outside of requests.
	 * @param thread the identifier of the thread
	 * @return the text without literals, {@code null} if it executes nothing
	 */
	@Nullable String statementOf(long thread) {
		Execution execution = this.outside.get(thread);
		return (execution != null) ? text(execution) : null;
	}

	/**
	 * Returns a statement without its literals, or the command that ends a transaction.
	 * The command has no literals and no query plan.
	 */
	String text(Execution execution) {
		boolean statement = execution.isStatement() || execution.kind() == Kind.FETCH;
		return statement ? this.texts.of(execution.sql()) : execution.sql();
	}

	private static TimeComponent component(Execution execution) {
		return (execution.kind() == Kind.FETCH) ? TimeComponent.FETCH : TimeComponent.SQL;
	}

	@Override
	public void rows(ConnectionUsage lease, Execution execution, long rows) {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown != null) {
			breakdown.addRows(this.texts.of(execution.sql()), rows);
		}
	}

	@Override
	public void returned(ConnectionUsage lease) {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown != null) {
			breakdown.returned(lease);
		}
	}

	/**
	 * Returns this listener, because a warm-up request has no time breakdown, or its
	 * figures are discarded.
	 */
	@Override
	public JdbcListener forWarmup() {
		return this;
	}

}
