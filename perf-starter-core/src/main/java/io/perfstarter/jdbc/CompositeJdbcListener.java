package io.perfstarter.jdbc;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ObjectUtils;

/**
 * Forwards the events of a pool, or of one usage of its connections, to those listeners
 * that override them. Immutable and thread-safe.
 */
final class CompositeJdbcListener {

	private static final Log logger = LogFactory.getLog(CompositeJdbcListener.class);

	private static final LogOnce FAULTS = new LogOnce();

	private static final ClassValue<Event[]> OVERRIDDEN = new ClassValue<>() {

		@Override
		protected Event[] computeValue(Class<?> type) {
			return Arrays.stream(type.getMethods())
				.filter((method) -> method.getDeclaringClass() != JdbcListener.class)
				.flatMap((method) -> Arrays.stream(Event.values()).filter((event) -> event.is(method.getName())))
				.distinct()
				.toArray(Event[]::new);
		}

	};

	private static final ConnectionUsage UNUSED = new ConnectionUsage("", 0, 0);

	/**
	 * Forwards nothing; used for events that occur after the connection was returned.
	 */
	static final CompositeJdbcListener NONE = of(List.of());

	private final ConnectionUsage usage;

	// By event.
	private final JdbcListener[][] listeners;

	private CompositeJdbcListener(ConnectionUsage usage, JdbcListener[][] listeners) {
		this.usage = usage;
		this.listeners = listeners;
	}

	/**
	 * Creates the listeners of a pool, without a usage.
	 */
	static CompositeJdbcListener of(List<JdbcListener> listeners) {
		JdbcListener[][] all = new JdbcListener[Event.values().length][];
		Arrays.fill(all, new JdbcListener[0]);
		for (JdbcListener listener : listeners) {
			for (Event event : OVERRIDDEN.get(listener.getClass())) {
				all[event.ordinal()] = ObjectUtils.addObjectToArray(all[event.ordinal()], listener);
			}
		}
		return new CompositeJdbcListener(UNUSED, all);
	}

	/**
	 * Returns the same listeners for a usage.
	 */
	CompositeJdbcListener of(ConnectionUsage usage) {
		return new CompositeJdbcListener(usage, this.listeners);
	}

	/**
	 * Returns a composite that also forwards to additional listeners.
	 */
	CompositeJdbcListener with(CompositeJdbcListener more) {
		JdbcListener[][] all = this.listeners.clone();
		for (int event = 0; event < all.length; event++) {
			for (JdbcListener listener : more.listeners[event]) {
				all[event] = ObjectUtils.addObjectToArray(all[event], listener);
			}
		}
		return new CompositeJdbcListener(this.usage, all);
	}

	ConnectionUsage usage() {
		return this.usage;
	}

	void requested(String pool) {
		notifyAll(Event.REQUESTED, (listener) -> listener.requested(pool));
	}

	void refused(String pool) {
		notifyAll(Event.REFUSED, (listener) -> listener.refused(pool));
	}

	void queued(String pool) {
		notifyAll(Event.QUEUED, (listener) -> listener.queued(pool));
	}

	void unqueued(String pool) {
		notifyAll(Event.UNQUEUED, (listener) -> listener.unqueued(pool));
	}

	void borrowed() {
		notifyAll(Event.BORROWED, (listener) -> listener.borrowed(this.usage));
	}

	void executing(Execution execution) {
		notifyAll(Event.EXECUTING, (listener) -> listener.executing(this.usage, execution));
	}

	void executed(Execution execution, long endedAt, @Nullable SQLException failure) {
		notifyAll(Event.EXECUTED, (listener) -> listener.executed(this.usage, execution, endedAt, failure));
	}

	/**
	 * Reports a call of the driver as an execution.
	 */
	<T, R> R during(Execution execution, T real, JdbcCall<T, R> call) throws SQLException {
		executing(execution);
		R result;
		try {
			result = call.on(real);
		}
		catch (Throwable ex) {
			executed(execution, System.nanoTime(),
					(ex instanceof SQLException failure) ? failure : new SQLException(ex));
			throw ex;
		}
		executed(execution, System.nanoTime(), null);
		return result;
	}

	boolean observesRows() {
		return this.listeners[Event.ROWS.ordinal()].length > 0;
	}

	void rows(Execution execution, long rows) {
		notifyAll(Event.ROWS, (listener) -> listener.rows(this.usage, execution, rows));
	}

	/**
	 * Passes a failure through {@link JdbcListener#explained} of each listener and
	 * returns the exception for the caller.
	 */
	SQLException explained(Execution execution, SQLException failure) {
		SQLException[] explained = { failure };
		notifyAll(Event.EXPLAINED,
				(listener) -> explained[0] = listener.explained(this.usage, execution, explained[0]));
		return explained[0];
	}

	void unwrapped() {
		notifyAll(Event.UNWRAPPED, (listener) -> listener.unwrapped(this.usage));
	}

	void returned() {
		notifyAll(Event.RETURNED, (listener) -> listener.returned(this.usage));
	}

	/**
	 * Calls each listener. The first exception of a class of listeners is logged, and
	 * none is propagated. An error is propagated after the last listener, because others
	 * may give something back.
	 */
	private void notifyAll(Event event, Consumer<JdbcListener> call) {
		Error error = null;
		for (JdbcListener listener : this.listeners[event.ordinal()]) {
			try {
				call.accept(listener);
			}
			catch (RuntimeException ex) {
				failed(listener, ex);
			}
			catch (Error ex) {
				error = ex;
			}
		}
		if (error != null) {
			throw error;
		}
	}

	private static void failed(JdbcListener listener, RuntimeException fault) {
		String type = listener.getClass().getName();
		// A class as the key would keep an undeployed application reachable.
		if (FAULTS.isFirst(type)) {
			logger.warn(
					"Listener '" + type
							+ "' failed. The caller is not affected; further failures of this listener are not logged.",
					fault);
		}
	}

	/**
	 * The methods of a listener.
	 */
	private enum Event {

		REQUESTED, REFUSED, QUEUED, UNQUEUED, BORROWED, EXECUTING, EXECUTED, ROWS, EXPLAINED, UNWRAPPED, RETURNED;

		boolean is(String method) {
			return name().toLowerCase(Locale.ROOT).equals(method);
		}

	}

}
