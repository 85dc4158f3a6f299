package io.perfstarter.reporting.machine;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.function.Predicate;

/**
 * The memory of the JVM outside of the heap, in bytes.
 *
 * @param oldCollections the number of collections of the old generation since the start
 * @param metaspace the memory of classes
 * @param direct the memory of direct buffers
 * @param code the memory of compiled code
 */
public record MemoryUse(long oldCollections, long metaspace, long direct, long code) {

	/**
	 * Reads the current figures.
	 * @return the figures
	 */
	public static MemoryUse read() {
		return new MemoryUse(countOldCollections(), used((pool) -> pool.equals("Metaspace")), measureDirect(),
				used((pool) -> pool.startsWith("CodeHeap") || pool.equals("CodeCache")));
	}

	private static long countOldCollections() {
		return ManagementFactory.getGarbageCollectorMXBeans()
			.stream()
			.filter((bean) -> Collector.collectsAll(bean.getName()) || bean.getName().equals("G1 Concurrent GC"))
			.mapToLong(GarbageCollectorMXBean::getCollectionCount)
			.sum();
	}

	private static long used(Predicate<String> pools) {
		return ManagementFactory.getMemoryPoolMXBeans()
			.stream()
			.filter((pool) -> pools.test(pool.getName()))
			.map(MemoryPoolMXBean::getUsage)
			.mapToLong((usage) -> (usage != null) ? usage.getUsed() : 0)
			.sum();
	}

	/**
	 * Returns the memory of direct buffers, in bytes.
	 */
	static long measureDirect() {
		return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)
			.stream()
			.filter((pool) -> pool.getName().equals("direct"))
			.mapToLong(BufferPoolMXBean::getMemoryUsed)
			.sum();
	}

}
