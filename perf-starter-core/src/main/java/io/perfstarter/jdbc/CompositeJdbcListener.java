package io.perfstarter.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Forwards the events of one connection usage to all its listeners. Immutable and
 * thread-safe.
 */
final class CompositeJdbcListener {

	/**
	 * Forwards nothing; used for events that occur after the connection was returned.
	 */
	static final CompositeJdbcListener NONE = new CompositeJdbcListener(new ConnectionUsage("", 0, 0), List.of());

	private final ConnectionUsage usage;

	private final List<JdbcListener> listeners;

	CompositeJdbcListener(ConnectionUsage usage, List<JdbcListener> listeners) {
		this.usage = usage;
		this.listeners = List.copyOf(listeners);
	}

	/**
	 * Returns a composite that also forwards to the given additional listeners.
	 */
	CompositeJdbcListener with(List<JdbcListener> more) {
		return new CompositeJdbcListener(this.usage, Stream.concat(this.listeners.stream(), more.stream()).toList());
	}

	/**
	 * Returns a composite that forwards to the given listeners only, for events that the
	 * other listeners have already received.
	 */
	CompositeJdbcListener only(List<JdbcListener> some) {
		return new CompositeJdbcListener(this.usage, some);
	}

	void borrowed() {
		notifyAll((listener) -> listener.borrowed(this.usage));
	}

	void executing(Execution execution) {
		notifyAll((listener) -> listener.executing(this.usage, execution));
	}

	void executed(Execution execution, long endedAt, @Nullable SQLException failure) {
		notifyAll((listener) -> listener.executed(this.usage, execution, endedAt, failure));
	}

	/**
	 * Returns whether any listener observes rows.
	 */
	boolean observesRows() {
		for (JdbcListener listener : this.listeners) {
			if (listener.observesRows()) {
				return true;
			}
		}
		return false;
	}

	void fetching(Execution execution, long startedAt) {
		notifyAll((listener) -> listener.fetching(this.usage, execution, startedAt));
	}

	void fetched(Execution execution, long endedAt) {
		notifyAll((listener) -> listener.fetched(this.usage, execution, endedAt));
	}

	void rows(Execution execution, long rows) {
		notifyAll((listener) -> listener.rows(this.usage, execution, rows));
	}

	/**
	 * Passes a failure through {@link JdbcListener#explained} of each listener and
	 * returns the exception for the caller.
	 */
	SQLException explained(Execution execution, SQLException failure) {
		SQLException explained = failure;
		for (JdbcListener listener : this.listeners) {
			try {
				explained = listener.explained(this.usage, execution, explained);
			}
			catch (RuntimeException ex) {
				ListenerFaults.add(listener, ex);
			}
		}
		return explained;
	}

	void committing() {
		notifyAll((listener) -> listener.committing(this.usage));
	}

	void ending(long startedAt) {
		notifyAll((listener) -> listener.ending(this.usage, startedAt));
	}

	void ended(String command, long endedAt) {
		notifyAll((listener) -> listener.ended(this.usage, command, endedAt));
	}

	void unwrapped() {
		notifyAll((listener) -> listener.unwrapped(this.usage));
	}

	void committed() {
		notifyAll((listener) -> listener.committed(this.usage));
	}

	void rolledBack() {
		notifyAll((listener) -> listener.rolledBack(this.usage));
	}

	void rolledBackToSavepoint() {
		notifyAll((listener) -> listener.rolledBackToSavepoint(this.usage));
	}

	void returned() {
		notifyAll((listener) -> listener.returned(this.usage));
	}

	private void notifyAll(Consumer<JdbcListener> event) {
		notifyAll(this.listeners, event);
	}

	/**
	 * Calls each listener. An exception of a listener is recorded in
	 * {@link ListenerFaults} and not propagated.
	 */
	static void notifyAll(List<JdbcListener> listeners, Consumer<JdbcListener> event) {
		for (JdbcListener listener : listeners) {
			try {
				event.accept(listener);
			}
			catch (RuntimeException ex) {
				ListenerFaults.add(listener, ex);
			}
		}
	}

}
