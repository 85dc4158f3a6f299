package io.perfstarter.reporting.ledger;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ReflectionUtils;

/**
 * What the JVM knows of the calling thread, without reading a file. Virtual threads it
 * does not know. Thread-safe.
 */
class ThreadFigures {

	/**
	 * What nobody knows.
	 */
	static final long UNKNOWN = -1;

	/**
	 * From JDK 21 on.
	 */
	private static final @Nullable Method IS_VIRTUAL = ReflectionUtils.findMethod(Thread.class, "isVirtual");

	private final com.sun.management.@Nullable ThreadMXBean threads = threads();

	private final boolean cpuTime = this.threads != null && this.threads.isCurrentThreadCpuTimeSupported()
			&& this.threads.isThreadCpuTimeEnabled();

	private final boolean allocations = this.threads != null && this.threads.isThreadAllocatedMemorySupported()
			&& this.threads.isThreadAllocatedMemoryEnabled();

	private static com.sun.management.@Nullable ThreadMXBean threads() {
		return (ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads) ? threads
				: null;
	}

	/**
	 * Whether anything is known of the calling thread.
	 */
	boolean areMeasured() {
		return IS_VIRTUAL == null
				|| !Boolean.TRUE.equals(ReflectionUtils.invokeMethod(IS_VIRTUAL, Thread.currentThread()));
	}

	/**
	 * For how long it has computed, in nanoseconds.
	 */
	long cpuTime() {
		return (this.threads != null && this.cpuTime) ? this.threads.getCurrentThreadCpuTime() : UNKNOWN;
	}

	/**
	 * How many bytes it has allocated.
	 */
	long allocated() {
		return (this.threads != null && this.allocations) ? this.threads.getCurrentThreadAllocatedBytes() : UNKNOWN;
	}

}
