package io.perfstarter.boundary;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The processor time of the calling thread. Thread-safe.
 */
class ThreadCpuTime {

	/**
	 * What nobody knows: virtual threads have none.
	 */
	static final long UNKNOWN = -1;

	private static final int ONE_OF = 64;

	private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

	/**
	 * The time for one call of many, because asking costs as much as all the rest of the
	 * account.
	 * @return nanoseconds, {@link #UNKNOWN} for the others
	 */
	long sometimes() {
		return (ThreadLocalRandom.current().nextInt(ONE_OF) != 0) ? UNKNOWN : now();
	}

	/**
	 * The time.
	 * @return nanoseconds, {@link #UNKNOWN} if it cannot be told
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
