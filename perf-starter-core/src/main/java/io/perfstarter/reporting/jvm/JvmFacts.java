package io.perfstarter.reporting.jvm;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;

import com.sun.management.OperatingSystemMXBean;

/**
 * How the JVM is set up, and what the machine allows it. What is not known, or has no
 * limit, is -1.
 *
 * @param collector the garbage collector, such as {@code G1} or {@code Serial}
 * @param collectorSet whether a flag chose it; if not, the JVM did, by the processors and
 * the memory it sees
 * @param maxHeap how large the heap may become, in bytes
 * @param maxHeapSet whether a flag says so; if not, it is a share of the memory
 * @param processors how many processors the process may use: its quota, or those there
 * are
 * @param memory how much memory there is, in bytes: the limit of the container, or all of
 * the machine
 * @param memoryLimited whether that is the limit of a container
 * @param threadStack how large the stack of a thread may become, in bytes
 * @param threads how many threads there are, with those of the JVM not counted
 */
public record JvmFacts(String collector, boolean collectorSet, long maxHeap, boolean maxHeapSet, double processors,
		long memory, boolean memoryLimited, long threadStack, int threads) {

	/**
	 * Reads them now.
	 * @param root the directory that has {@code proc} and {@code sys}: {@code /}
	 * @return the facts
	 */
	public static JvmFacts read(Path root) {
		OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
		return read(root, VmFlags.ofThisJvm(), (machine != null) ? machine.getTotalMemorySize() : KernelFile.UNKNOWN);
	}

	static JvmFacts read(Path root, VmFlags flags, long machineMemory) {
		Runtime runtime = Runtime.getRuntime();
		double quota = Cgroup.of(root).quota();
		long limit = Cgroup.of(root).memoryLimit();
		boolean limited = limit != KernelFile.UNKNOWN && (machineMemory <= 0 || limit <= machineMemory);
		long kilobytes = flags.number("ThreadStackSize");
		long maxHeap = maxHeap(flags);
		return new JvmFacts(Collector.ofThisJvm().name(),
				flags.isSet("UseSerialGC", "UseParallelGC", "UseG1GC", "UseZGC", "UseShenandoahGC"), maxHeap,
				flags.isSet("MaxHeapSize", "MaxRAMPercentage", "MaxRAM", "MaxRAMFraction"),
				(quota < runtime.availableProcessors()) ? quota : runtime.availableProcessors(),
				limited ? limit : machineMemory, limited, (kilobytes > 0) ? kilobytes * 1024 : KernelFile.UNKNOWN,
				ManagementFactory.getThreadMXBean().getThreadCount());
	}

	/**
	 * Not {@link Runtime#maxMemory()}, which lacks a survivor space.
	 */
	static long maxHeap(VmFlags flags) {
		long flag = flags.number("MaxHeapSize");
		return (flag > 0) ? flag : Runtime.getRuntime().maxMemory();
	}

}
