package io.perfstarter.reporting.request;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.stream.LongStream;

import com.sun.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ReflectionUtils;

/**
 * Reads the JVM's figures about threads, without reading a file. The figures of virtual
 * threads are unknown. Thread-safe.
 */
class ThreadFigures {

	/**
	 * The value of an unknown figure.
	 */
	static final long UNKNOWN = -1;

	// Available on JDK 21 and later.
	private static final @Nullable Method IS_VIRTUAL = ReflectionUtils.findMethod(Thread.class, "isVirtual");

	private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private final boolean cpuTime = this.threads.isThreadCpuTimeSupported() && this.threads.isThreadCpuTimeEnabled();

	private final boolean allocations = this.threads.isThreadAllocatedMemorySupported()
			&& this.threads.isThreadAllocatedMemoryEnabled();

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
	 * Returns the CPU time of other threads, in nanoseconds.
	 */
	long[] cpuTimes(long... ids) {
		return this.cpuTime ? this.threads.getThreadCpuTime(ids) : unknown(ids);
	}

	/**
	 * Returns the allocated bytes of the calling thread.
	 */
	long allocated() {
		return this.allocations ? this.threads.getCurrentThreadAllocatedBytes() : UNKNOWN;
	}

	/**
	 * Returns the allocated bytes of other threads.
	 */
	long[] allocated(long[] ids) {
		return this.allocations ? this.threads.getThreadAllocatedBytes(ids) : unknown(ids);
	}

	private static long[] unknown(long[] ids) {
		return LongStream.of(ids).map((id) -> UNKNOWN).toArray();
	}

}
