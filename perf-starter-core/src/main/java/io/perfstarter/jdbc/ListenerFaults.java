package io.perfstarter.jdbc;

import java.util.concurrent.atomic.AtomicLong;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Counts the exceptions of listeners and logs the first one of each listener class.
 * Thread-safe.
 */
final class ListenerFaults {

	private static final Log logger = LogFactory.getLog(ListenerFaults.class);

	// A map would keep the classes of an undeployed application reachable.
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
					+ "' failed. The caller is not affected; further failures of this listener are counted but not logged.",
					fault);
		}
	}

	static long count(Class<? extends JdbcListener> type) {
		return counts.get(type).get();
	}

}
