package io.perfstarter.reporting.machine;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;

import com.sun.management.OperatingSystemMXBean;

/**
 * The configuration of the JVM and the limits of its environment. Unknown values and
 * missing limits are -1.
 *
 * @param collectorSet whether a flag selects the collector; otherwise the JVM selects it
 * by the detected processors and memory
 * @param processors the number of available processors: the CPU quota, or the number of
 * processors
 * @param memory the available memory, in bytes: the limit of the container, or the memory
 * of the machine
 * @param memoryLimited whether the memory is the limit of a container
 * @param threadStack the maximum stack size of a thread, in bytes
 * @param threads the number of threads, without the internal threads of the JVM
 */
public record JvmFacts(boolean collectorSet, double processors, long memory, boolean memoryLimited, long threadStack,
		int threads) {

	/**
	 * Reads the current facts.
	 * @param root the directory that contains {@code proc} and {@code sys}: {@code /}
	 * @return the facts
	 */
	public static JvmFacts read(Path root) {
		OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
		return read(root, VmFlags.ofThisJvm(), (machine != null) ? machine.getTotalMemorySize() : KernelFile.UNKNOWN);
	}

	static JvmFacts read(Path root, VmFlags flags, long machineMemory) {
		Cgroup cgroup = new Cgroup(root);
		long limit = cgroup.memoryLimit();
		boolean limited = limit != KernelFile.UNKNOWN && (machineMemory <= 0 || limit <= machineMemory);
		long kilobytes = flags.number("ThreadStackSize");
		return new JvmFacts(flags.isSet("UseSerialGC", "UseParallelGC", "UseG1GC", "UseZGC", "UseShenandoahGC"),
				cgroup.processors(Runtime.getRuntime().availableProcessors()), limited ? limit : machineMemory, limited,
				(kilobytes > 0) ? kilobytes * 1024 : KernelFile.UNKNOWN,
				ManagementFactory.getThreadMXBean().getThreadCount());
	}

	/**
	 * Returns the maximum heap size from the flags, because {@link Runtime#maxMemory()}
	 * excludes a survivor space.
	 */
	static long maxHeap(VmFlags flags) {
		long flag = flags.number("MaxHeapSize");
		return (flag > 0) ? flag : Runtime.getRuntime().maxMemory();
	}

}
