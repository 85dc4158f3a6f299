package io.perfstarter.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * All who listen to one lease. Thread-safe, because it never changes.
 */
final class Audience {

	/**
	 * Who hears what is done with a connection after its return.
	 */
	static final Audience NOBODY = new Audience(new Lease("", 0, 0), List.of());

	private final Lease lease;

	private final List<JdbcListener> listeners;

	Audience(Lease lease, List<JdbcListener> listeners) {
		this.lease = lease;
		this.listeners = List.copyOf(listeners);
	}

	/**
	 * Those who listen, and some who come late to the same lease.
	 */
	Audience with(List<JdbcListener> more) {
		return new Audience(this.lease, Stream.concat(this.listeners.stream(), more.stream()).toList());
	}

	/**
	 * Some of those who listen, to be told what the others know already.
	 */
	Audience only(List<JdbcListener> some) {
		return new Audience(this.lease, some);
	}

	void borrowed() {
		tell((listener) -> listener.borrowed(this.lease));
	}

	void executing(Execution execution) {
		tell((listener) -> listener.executing(this.lease, execution));
	}

	void executed(Execution execution, long endedAt, @Nullable SQLException failure) {
		tell((listener) -> listener.executed(this.lease, execution, endedAt, failure));
	}

	/**
	 * Whether anybody wants to hear of rows.
	 */
	boolean hearsRows() {
		for (JdbcListener listener : this.listeners) {
			if (listener.hearsRows()) {
				return true;
			}
		}
		return false;
	}

	void fetching(Execution execution, long startedAt) {
		tell((listener) -> listener.fetching(this.lease, execution, startedAt));
	}

	void fetched(Execution execution, long endedAt) {
		tell((listener) -> listener.fetched(this.lease, execution, endedAt));
	}

	void rows(Execution execution, long rows) {
		tell((listener) -> listener.rows(this.lease, execution, rows));
	}

	/**
	 * What the caller is to see instead of a failure, after all were asked.
	 */
	SQLException explained(Execution execution, SQLException failure) {
		SQLException explained = failure;
		for (JdbcListener listener : this.listeners) {
			try {
				explained = listener.explained(this.lease, execution, explained);
			}
			catch (RuntimeException ex) {
				ListenerFaults.add(listener, ex);
			}
		}
		return explained;
	}

	void ending(long startedAt) {
		tell((listener) -> listener.ending(this.lease, startedAt));
	}

	void ended(String command, long endedAt) {
		tell((listener) -> listener.ended(this.lease, command, endedAt));
	}

	void unwrapped() {
		tell((listener) -> listener.unwrapped(this.lease));
	}

	void committed() {
		tell((listener) -> listener.committed(this.lease));
	}

	void rolledBack() {
		tell((listener) -> listener.rolledBack(this.lease));
	}

	void returned() {
		tell((listener) -> listener.returned(this.lease));
	}

	private void tell(Consumer<JdbcListener> news) {
		tell(this.listeners, news);
	}

	/**
	 * Tells listeners something; what they throw stays here.
	 */
	static void tell(List<JdbcListener> listeners, Consumer<JdbcListener> news) {
		for (JdbcListener listener : listeners) {
			try {
				news.accept(listener);
			}
			catch (RuntimeException ex) {
				ListenerFaults.add(listener, ex);
			}
		}
	}

}
