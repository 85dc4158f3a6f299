package io.perfstarter.boundary.connection;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Measures the processor time of the current thread. Thread-safe.
 */
class ThreadCpuTime {

	/**
	 * Returned if the time is not available, as for virtual threads.
	 */
	static final long UNKNOWN = -1;

	private static final int ONE_OF = 64;

	private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

	/**
	 * Measures the processor time for one in 64 calls on average, because a measurement
	 * is expensive.
	 * @return the time in nanoseconds, {@link #UNKNOWN} for all other calls
	 */
	long sometimes() {
		return (ThreadLocalRandom.current().nextInt(ONE_OF) != 0) ? UNKNOWN : now();
	}

	/**
	 * Measures the processor time.
	 * @return the time in nanoseconds, {@link #UNKNOWN} if it is not available
	 */
	long now() {
		try {
			return this.threads.isCurrentThreadCpuTimeSupported() ? this.threads.getCurrentThreadCpuTime() : UNKNOWN;
		}
		catch (UnsupportedOperationException ex) {
			return UNKNOWN;
		}
	}

}
