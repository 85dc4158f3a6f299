package io.perfstarter.reporting.jvm;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The garbage collector of the JVM, by the names of its beans.
 */
final class Collector {

	/**
	 * By how the name of the first bean begins.
	 */
	private static final Map<String, String> NAMES = Map.of("Copy", "Serial", "MarkSweepCompact", "Serial", "PS ",
			"Parallel", "G1 ", "G1", "ZGC ", "ZGC", "Shenandoah ", "Shenandoah");

	private final List<GarbageCollectorMXBean> beans;

	Collector(List<GarbageCollectorMXBean> beans) {
		this.beans = List.copyOf(beans);
	}

	static Collector ofThisJvm() {
		return new Collector(ManagementFactory.getGarbageCollectorMXBeans());
	}

	/**
	 * Its usual name.
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
	 * How many pauses it has made so far.
	 */
	long pauses() {
		return sum(GarbageCollectorMXBean::getCollectionCount);
	}

	/**
	 * How long they took, in nanoseconds.
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
	 * Whether a bean counts pauses. "G1 Concurrent GC" does so, too: those for Remark and
	 * Cleanup, and nothing that runs beside the application.
	 */
	static boolean pauses(String bean) {
		return !bean.endsWith("Cycles");
	}

	/**
	 * Whether what a bean counts leaves only what lives, and what was allocated
	 * meanwhile.
	 */
	static boolean collectsAll(String bean) {
		return switch (bean) {
			case "MarkSweepCompact", "PS MarkSweep", "G1 Old Generation", "ZGC Cycles", "ZGC Major Cycles",
					"Shenandoah Cycles" ->
				true;
			default -> false;
		};
	}

	/**
	 * Whether a bean counts collections of which some, bit by bit, collect the old
	 * generation.
	 */
	static boolean collectsInPart(String bean) {
		return bean.startsWith("G1 ");
	}

	/**
	 * Whether a pool of memory holds what lives long. With ZGC some of that is in the
	 * young generation, too.
	 */
	static boolean holdsOld(String pool) {
		return switch (pool) {
			case "Tenured Gen", "PS Old Gen", "G1 Old Gen", "ZHeap", "ZGC Old Generation", "ZGC Young Generation",
					"Shenandoah" ->
				true;
			default -> false;
		};
	}

}
