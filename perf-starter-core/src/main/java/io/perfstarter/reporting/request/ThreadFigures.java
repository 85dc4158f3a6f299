package io.perfstarter.reporting.request;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;

import com.sun.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ReflectionUtils;

/**
 * Reads the JVM's figures about the calling thread, without reading a file. Virtual
 * threads are not measured. Thread-safe.
 */
class ThreadFigures {

	/**
	 * The value of an unknown figure.
	 */
	static final long UNKNOWN = -1;

	/**
	 * Available on JDK 21 and later.
	 */
	private static final @Nullable Method IS_VIRTUAL = ReflectionUtils.findMethod(Thread.class, "isVirtual");

	private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private final boolean cpuTime = this.threads.isCurrentThreadCpuTimeSupported()
			&& this.threads.isThreadCpuTimeEnabled();

	private final boolean allocations = this.threads.isThreadAllocatedMemorySupported()
			&& this.threads.isThreadAllocatedMemoryEnabled();

	/**
	 * Returns whether the calling thread is measured.
	 */
	boolean areMeasured() {
		return !isVirtual(Thread.currentThread());
	}

	static boolean isVirtual(Thread thread) {
		return IS_VIRTUAL != null && Boolean.TRUE.equals(ReflectionUtils.invokeMethod(IS_VIRTUAL, thread));
	}

	/**
	 * Returns the CPU time of the calling thread, in nanoseconds.
	 */
	long cpuTime() {
		return this.cpuTime ? this.threads.getCurrentThreadCpuTime() : UNKNOWN;
	}

	/**
	 * Returns the allocated bytes of the calling thread.
	 */
	long allocated() {
		return this.allocations ? this.threads.getCurrentThreadAllocatedBytes() : UNKNOWN;
	}

}
