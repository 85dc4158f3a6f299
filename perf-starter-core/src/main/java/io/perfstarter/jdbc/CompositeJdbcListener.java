package io.perfstarter.jdbc;

import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Forwards the events of one connection usage to all its listeners. Skips an event that
 * no listener overrides. Immutable and thread-safe.
 */
final class CompositeJdbcListener {

	private static final Log logger = LogFactory.getLog(CompositeJdbcListener.class);

	private static final LogOnce FAULTS = new LogOnce();

	private static final int BORROWED = 1;

	private static final int EXECUTING = 2;

	private static final int EXECUTED = 4;

	private static final int ROWS = 8;

	private static final int RETURNED = 16;

	// The events that a class overrides; rare events are always forwarded.
	private static final ClassValue<Integer> OVERRIDDEN = new ClassValue<>() {

		@Override
		protected Integer computeValue(Class<?> type) {
			int events = 0;
			for (Method method : type.getMethods()) {
				if (method.getDeclaringClass() != JdbcListener.class) {
					events |= event(method.getName());
				}
			}
			return events;
		}

	};

	/**
	 * Forwards nothing; receives the events after the return of the connection.
	 */
	static final CompositeJdbcListener NONE = new CompositeJdbcListener(new ConnectionUsage("", 0, 0), List.of());

	private final ConnectionUsage usage;

	private final List<JdbcListener> listeners;

	private final int overridden;

	CompositeJdbcListener(ConnectionUsage usage, List<JdbcListener> listeners) {
		this.usage = usage;
		this.listeners = List.copyOf(listeners);
		int overridden = 0;
		for (JdbcListener listener : this.listeners) {
			overridden |= OVERRIDDEN.get(listener.getClass());
		}
		this.overridden = overridden;
	}

	ConnectionUsage usage() {
		return this.usage;
	}

	private static int event(String method) {
		return switch (method) {
			case "borrowed" -> BORROWED;
			case "executing" -> EXECUTING;
			case "executed" -> EXECUTED;
			case "rows" -> ROWS;
			case "returned" -> RETURNED;
			default -> 0;
		};
	}

	/**
	 * Returns a composite that also forwards to additional listeners.
	 */
	CompositeJdbcListener with(List<JdbcListener> more) {
		return new CompositeJdbcListener(this.usage, Stream.concat(this.listeners.stream(), more.stream()).toList());
	}

	void borrowed() {
		notifyAll(BORROWED, (listener) -> listener.borrowed(this.usage));
	}

	void executing(Execution execution) {
		notifyAll(EXECUTING, (listener) -> listener.executing(this.usage, execution));
	}

	void executed(Execution execution, long endedAt, @Nullable SQLException failure) {
		notifyAll(EXECUTED, (listener) -> listener.executed(this.usage, execution, endedAt, failure));
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
		return (this.overridden & ROWS) != 0;
	}

	void rows(Execution execution, long rows) {
		notifyAll(ROWS, (listener) -> listener.rows(this.usage, execution, rows));
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
				failed(listener, ex);
			}
		}
		return explained;
	}

	void unwrapped() {
		notifyAll(this.listeners, (listener) -> listener.unwrapped(this.usage));
	}

	void returned() {
		this.usage.end();
		notifyAll(RETURNED, (listener) -> listener.returned(this.usage));
	}

	private void notifyAll(int event, Consumer<JdbcListener> call) {
		if ((this.overridden & event) != 0) {
			notifyAll(this.listeners, call);
		}
	}

	/**
	 * Calls each listener. The first exception of a class of listeners is logged, and
	 * none is propagated. An error is thrown after the last listener, because later
	 * listeners may free resources.
	 */
	static void notifyAll(List<JdbcListener> listeners, Consumer<JdbcListener> event) {
		Error error = null;
		for (JdbcListener listener : listeners) {
			try {
				event.accept(listener);
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
		// If the key were the class, it would keep an undeployed application in memory.
		if (FAULTS.isFirst(type)) {
			logger.warn(
					"Listener '" + type
							+ "' failed. The caller is not affected; further failures of this listener are not logged.",
					fault);
		}
	}

}
