package io.perfstarter.reporting.ledger;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ReflectionUtils;

/**
 * What the JVM and the system know of the calling thread. Virtual threads they do not
 * know. Thread-safe.
 */
class ThreadFigures {

	/**
	 * What nobody knows.
	 */
	static final long UNKNOWN = -1;

	private static final Path SCHEDULER = Path.of("/proc/thread-self/schedstat");

	/**
	 * From JDK 21 on.
	 */
	private static final @Nullable Method IS_VIRTUAL = ReflectionUtils.findMethod(Thread.class, "isVirtual");

	private final com.sun.management.@Nullable ThreadMXBean threads = threads();

	private final boolean cpuTime = this.threads != null && this.threads.isCurrentThreadCpuTimeSupported()
			&& this.threads.isThreadCpuTimeEnabled();

	private final boolean allocations = this.threads != null && this.threads.isThreadAllocatedMemorySupported()
			&& this.threads.isThreadAllocatedMemoryEnabled();

	private final Path scheduler;

	ThreadFigures() {
		this(SCHEDULER);
	}

	/**
	 * Takes where the figures of the scheduler are.
	 * @param scheduler a file as Linux has it for each thread
	 */
	ThreadFigures(Path scheduler) {
		this.scheduler = scheduler;
	}

	private static com.sun.management.@Nullable ThreadMXBean threads() {
		return (ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads) ? threads
				: null;
	}

	/**
	 * Whether anything is known of the calling thread.
	 */
	boolean areKnown() {
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

	/**
	 * For how long it was ready to compute and no processor was free, in nanoseconds.
	 * Reads a file, which takes many microseconds.
	 */
	long runQueueTime() {
		try {
			return Long.parseLong(Files.readString(this.scheduler).trim().split(" ")[1]);
		}
		catch (IOException | RuntimeException ex) {
			return UNKNOWN;
		}
	}

}
