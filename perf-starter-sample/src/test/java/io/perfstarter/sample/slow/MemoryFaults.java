package io.perfstarter.sample.slow;

import java.util.List;

import io.perfstarter.reporting.rules.Cause;

/**
 * Faults of memory, and of whatever makes the JVM stand still.
 */
final class MemoryFaults {

	private MemoryFaults() {
	}

	static List<Fault> all() {
		return List.of(Fault.of("heap too small", """
				Two thirds of the heap are alive, because somebody set -Xmx too small. The collector runs all the
				time.""", Load.of(25, "/slow/garbage/3").atOnce(4))
			.with(Settings.SMALL_HEAP)
			.only(Collector.SERIAL)
			.means(Cause.GC_HEAP_TOO_SMALL)
			.naming("-Xmx")
			.always(),

				Fault.of("leak of memory", """
						A map without bound grows until the heap is nearly full. The collector runs more and more
						often, and frees less and less.""", Load.of(25, "/slow/garbage/3").atOnce(4))
					.with(Settings.LEAKY_HEAP)
					.beside(Injection.inside("/hoard/38"))
					.settling(7)
					.only(Collector.SERIAL)
					.means(Cause.GC_HEAP_GROWS, Cause.GC_HEAP_TOO_SMALL),

				Fault.of("allocation storm", """
						Each request makes 12 MB of small objects, which live for a while. The heap has room, but each
						collection copies them.""", Load.of(20, "/slow/kept/12"))
					.with(Settings.BIG_HEAP)
					.only(Collector.SERIAL)
					.means(Cause.GC_ALLOCATION),

				job("job that reads too many rows", Settings.SMALL_HEAP),

				job("job that reads too many rows, with a larger heap", Settings.JOB_HEAP),

				Fault
					.of("cache of soft references", """
							A cache keeps 800 entries of 1 MB by soft references, for which the heap has no room. It
							is always full, and each collection that clears some of them is a full one.""",
							new Load(100, 1, 8, Load.shuffled("/memory/soft/", 800)))
					.with(Settings.SOFT_HEAP)
					.settling(10)
					.only(Collector.SERIAL)
					.means(Cause.GC_ALLOCATION),

				Fault.of("classes without end", """
						A library defines a new class for each expression it evaluates. The metaspace grows, and each
						time it reaches its threshold the heap is collected.""", Load.of(20, "/slow/query/5"))
					.with(Settings.HALF_HEAP)
					.beside(Injection.inside("/classes"))
					.only(Collector.SERIAL)
					.means(Cause.GC_OFF_HEAP)
					.naming("MetaspaceSize"),

				Fault.of("direct buffers without end", """
						A job allocates direct buffers and drops them. When their limit is reached the JDK collects the
						heap to free some.""", Load.of(20, "/slow/query/5"))
					.with(Settings.HALF_HEAP)
					.beside(Injection.inside("/buffers"))
					.only(Collector.SERIAL)
					.means(Cause.GC_OFF_HEAP)
					.naming("MaxDirectMemorySize"),

				Fault.of("explicit collections", """
						A job calls System.gc() ten times a second.""", Load.of(20, "/slow/query/5"))
					.with(Settings.HALF_HEAP)
					.beside(Injection.inside("/collect"))
					.only((condition) -> condition.collector() == Collector.SERIAL
							|| condition.collector() == Collector.PARALLEL)
					.means(Cause.PAUSE_REQUESTED)
					.naming("System.gc()"),

				Fault
					.of("explicit collections of requests", """
							A request calls System.gc() before it measures the memory that it reports.""",
							Load.of(4, "/memory/report"))
					.with(Settings.HALF_HEAP_AND_EARLY)
					.only(Collector.SERIAL)
					.means(Cause.PAUSE_REQUESTED)
					.naming("System.gc()"),

				Fault
					.of("heap dumps", """
							A tool writes heap dumps, one after the other. The JVM stands still for each.""",
							Load.of(20, "/slow/query/5"))
					.beside(Injection.inside("/dump"))
					.means(Cause.PAUSE_REQUESTED)
					.naming("heap dumps"));
	}

	private static Fault job(String name, Settings settings) {
		return Fault.of(name, """
				A job reads 90,000 rows into memory, again and again. The requests beside it allocate little, and
				are slow because of the collections.""", Load.of(25, "/slow/query/5"))
			.settling(4)
			.with(settings)
			.beside(Injection.inside("/rows/90000"))
			.only(Collector.SERIAL)
			.means(Cause.GC_ALLOCATION)
			.naming("disturbance");
	}

}
