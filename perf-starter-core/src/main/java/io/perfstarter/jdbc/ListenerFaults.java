package io.perfstarter.jdbc;

import java.util.concurrent.atomic.AtomicLong;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Counts what listeners throw, and logs the first fault of each class of them.
 * Thread-safe.
 */
final class ListenerFaults {

	private static final Log logger = LogFactory.getLog(ListenerFaults.class);

	// Not a map, which would keep the classes of an application that is gone.
	private static final ClassValue<AtomicLong> counts = new ClassValue<>() {

		@Override
		protected AtomicLong computeValue(Class<?> type) {
			return new AtomicLong();
		}

	};

	private ListenerFaults() {
	}

	static void add(JdbcListener listener, RuntimeException fault) {
		if (counts.get(listener.getClass()).getAndIncrement() == 0) {
			logger.warn("Listener '" + listener.getClass().getName()
					+ "' has failed. The caller's work goes on; further faults of this listener are counted, not logged.",
					fault);
		}
	}

	static long count(Class<? extends JdbcListener> type) {
		return counts.get(type).get();
	}

}
