package io.perfstarter.reporting.machine;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Identifies the garbage collector of the JVM by the names of its beans.
 *
 * @param beans the beans
 */
record Collector(List<GarbageCollectorMXBean> beans) {

	/**
	 * The names of the collectors by the prefix of their first bean.
	 */
	private static final Map<String, String> NAMES = Map.of("Copy", "Serial", "MarkSweepCompact", "Serial", "PS ",
			"Parallel", "G1 ", "G1", "ZGC ", "ZGC", "Shenandoah ", "Shenandoah");

	private static final Set<String> COLLECT_ALL = Set.of("MarkSweepCompact", "PS MarkSweep", "G1 Old Generation",
			"ZGC Cycles", "ZGC Major Cycles", "Shenandoah Cycles");

	private static final Set<String> OLD_POOLS = Set.of("Tenured Gen", "PS Old Gen", "G1 Old Gen", "ZHeap",
			"ZGC Old Generation", "ZGC Young Generation", "Shenandoah", "Shenandoah Young Gen", "Shenandoah Old Gen");

	static Collector ofThisJvm() {
		return new Collector(ManagementFactory.getGarbageCollectorMXBeans());
	}

	/**
	 * Returns the usual name of the collector.
	 */
	String name() {
		String bean = (!this.beans.isEmpty()) ? this.beans.get(0).getName() : "unknown";
		return NAMES.entrySet()
			.stream()
			.filter((entry) -> bean.startsWith(entry.getKey()))
			.findFirst()
			.map(Map.Entry::getValue)
			.orElse(bean);
	}

	/**
	 * Returns the number of pauses since the start of the JVM.
	 */
	long pauses() {
		return sum(GarbageCollectorMXBean::getCollectionCount);
	}

	/**
	 * Returns the total time of the pauses, in nanoseconds.
	 */
	long pausedNanos() {
		return sum(GarbageCollectorMXBean::getCollectionTime) * 1_000_000;
	}

	private long sum(ToLongFunction<GarbageCollectorMXBean> figure) {
		long sum = 0;
		for (GarbageCollectorMXBean bean : this.beans) {
			if (pauses(bean.getName())) {
				sum += Math.max(0, figure.applyAsLong(bean));
			}
		}
		return sum;
	}

	/**
	 * Returns whether a bean counts pauses. The bean "G1 Concurrent GC" does: it counts
	 * the Remark and Cleanup pauses and no concurrent phases.
	 */
	static boolean pauses(String bean) {
		return !bean.endsWith("Cycles");
	}

	/**
	 * Returns whether the collections of a bean leave only live objects and objects that
	 * were allocated meanwhile.
	 */
	static boolean collectsAll(String bean) {
		return COLLECT_ALL.contains(bean);
	}

	/**
	 * Returns whether some collections of a bean collect the old generation
	 * incrementally.
	 */
	static boolean collectsInPart(String bean) {
		return bean.startsWith("G1 ");
	}

	/**
	 * Returns whether a memory pool contains the old generation. For ZGC, the young
	 * generation counts as well, because it contains some long-lived objects.
	 */
	static boolean holdsOld(String pool) {
		return OLD_POOLS.contains(pool);
	}

}
