package io.perfstarter.reporting.machine;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Path;
import java.util.Set;

import com.sun.management.OperatingSystemMXBean;

/**
 * The memory limit of the container, and the memory of the JVM outside of the heap. All
 * sizes are in bytes.
 *
 * @param limit the limit, {@link KernelFile#UNKNOWN} if there is none
 * @param threadStack the size of the stack of a thread
 */
record ProcessMemory(long limit, long threadStack) {

	private static final Set<String> CODE = Set.of("Metaspace", "CodeCache", "CodeHeap 'non-nmethods'",
			"CodeHeap 'profiled nmethods'", "CodeHeap 'non-profiled nmethods'");

	/**
	 * Reads the limit.
	 * @param root the directory that contains {@code proc} and {@code sys}: {@code /}
	 */
	static ProcessMemory of(Path root) {
		return of(root, VmFlags.number("ThreadStackSize"),
				ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize());
	}

	static ProcessMemory of(Path root, long threadStack, long machine) {
		long limit = new Cgroup(root).memoryLimit();
		return new ProcessMemory((limit <= machine) ? limit : KernelFile.UNKNOWN, 1024 * Math.max(0, threadStack));
	}

	/**
	 * Returns the largest heap that fits into the container beside classes, compiled
	 * code, direct buffers and the stacks of all threads.
	 * @return the size, {@link KernelFile#UNKNOWN} if the container has no limit
	 */
	long heapLimit() {
		if (this.limit == KernelFile.UNKNOWN) {
			return KernelFile.UNKNOWN;
		}
		long stacks = ManagementFactory.getThreadMXBean().getThreadCount() * this.threadStack;
		return Math.max(0, this.limit - code() - direct() - stacks);
	}

	private static long code() {
		return ManagementFactory.getMemoryPoolMXBeans()
			.stream()
			.filter((pool) -> CODE.contains(pool.getName()))
			.map(MemoryPoolMXBean::getUsage)
			.mapToLong((usage) -> (usage != null) ? usage.getUsed() : 0)
			.sum();
	}

	/**
	 * Returns the memory of direct buffers.
	 */
	static long direct() {
		return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)
			.stream()
			.filter((pool) -> pool.getName().equals("direct"))
			.mapToLong(BufferPoolMXBean::getMemoryUsed)
			.sum();
	}

}
