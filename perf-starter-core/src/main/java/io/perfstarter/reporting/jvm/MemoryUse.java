package io.perfstarter.reporting.jvm;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.function.Predicate;

/**
 * What memory the JVM takes besides its heap, in bytes.
 *
 * @param oldCollections how often the old generation was collected since the start
 * @param metaspace what classes take
 * @param direct what direct buffers take
 * @param code what compiled code takes
 */
public record MemoryUse(long oldCollections, long metaspace, long direct, long code) {

	/**
	 * Reads it now.
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

	private static long measureDirect() {
		return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)
			.stream()
			.filter((pool) -> pool.getName().equals("direct"))
			.mapToLong(BufferPoolMXBean::getMemoryUsed)
			.sum();
	}

}
