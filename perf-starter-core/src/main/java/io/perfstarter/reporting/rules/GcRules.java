package io.perfstarter.reporting.rules;

import java.util.Set;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Rules for causes of pauses of the JVM, and of threads that wait for memory.
 */
final class GcRules {

	/**
	 * Minimum share of collections in the pause time for the collector to be the reason.
	 */
	static final double COLLECTOR = 0.5;

	/**
	 * Minimum share of the direct memory limit in use. The JDK requests a collection when
	 * the next buffer does not fit, so samples seldom show full memory.
	 */
	static final double USED = 0.5;

	/**
	 * Step size of the advised heap, in megabytes.
	 */
	static final long STEP = 16;

	private static final String METASPACE = "Metadata GC";

	private static final Set<String> REQUESTED = Set.of("Diagnostic Command", "JvmtiEnv ForceGarbageCollection",
			"Heap Inspection Initiated GC", "Heap Dump Initiated GC");

	private static final double MEGABYTE = 1024 * 1024;

	private GcRules() {
	}

	/**
	 * {@link Cause#PAUSE_REQUESTED}: less than half of the pause time is garbage
	 * collection. Requires the pause counter of the JVM. While other processes take the
	 * processors, even short pauses last long. The lack of processors is then the cause.
	 */
	static @Nullable Verdict noCollections(Diagnosis judged) {
		MachineWindow machine = judged.machine();
		if (!machine.exact() || machine.gc().collecting() < 0
				|| machine.stopped() <= Math.max(0, machine.gc().stalled())
				|| machine.gc().collecting() >= COLLECTOR * machine.stopped()) {
			return null;
		}
		if (CpuRules.isStarved(judged)) {
			return CpuRules.processors(judged.counting(TimeComponent.JVM_PAUSE, TimeComponent.CPU_WAIT));
		}
		return judged.verdict(Cause.PAUSE_REQUESTED, "", judged.share(TimeComponent.JVM_PAUSE),
				"The JVM was paused for %s of the time; garbage collection was only %s of the pauses.%s".formatted(
						Figures.percent(judged.stopped()),
						Figures.percent((double) machine.gc().collecting() / machine.stopped()),
						REQUESTED.contains(machine.gc().reason())
								? " The GC cause is '%s'.".formatted(machine.gc().reason()) : ""),
				"Find the tool that requests heap dumps, class histograms (jcmd, jmap), thread dumps or class redefinition; -Xlog:safepoint names the operation.");
	}

	/**
	 * The GC cause with the longest collection time, if the size of the heap does not
	 * affect it: {@link Cause#GC_OFF_HEAP}, {@link Cause#PAUSE_REQUESTED}, or
	 * {@link Cause#GC_ALLOCATION} of large arrays.
	 */
	static @Nullable Verdict collectorsReason(Diagnosis judged) {
		String reason = judged.machine().gc().reason();
		if (reason.startsWith(METASPACE)) {
			return reason(judged, Cause.GC_OFF_HEAP, "",
					"Find the code that keeps defining classes (jcmd <pid> VM.classloaders; -Xlog:class+load); if it happens only at startup, raise -XX:MetaspaceSize.");
		}
		if (REQUESTED.contains(reason)) {
			return reason(judged, Cause.PAUSE_REQUESTED, "",
					"Find the tool that requests collections: jcmd, jmap, a heap dump or an agent.");
		}
		return switch (reason) {
			case "System.gc()" -> systemGc(judged);
			case "G1 Humongous Allocation" -> reason(judged, Cause.GC_ALLOCATION, "",
					"Allocate smaller arrays: an array of at least half a region occupies whole regions. Or raise -XX:G1HeapRegionSize (up to 32m) to more than twice the size of the largest array.");
			default -> null;
		};
	}

	/**
	 * The JDK calls {@code System.gc()} for direct buffers; if not, the application does.
	 */
	private static Verdict systemGc(Diagnosis judged) {
		double direct = judged.machine().direct();
		// A comparison with an unknown figure is false.
		return (direct >= USED) ? reason(judged, Cause.GC_OFF_HEAP, ", and direct buffers used up to %s of their limit"
			.formatted(Figures.percent(direct)), "Reuse direct buffers, or raise -XX:MaxDirectMemorySize.") : reason(
					judged, Cause.PAUSE_REQUESTED, "",
					"Find the caller of System.gc() (the JFR event jdk.SystemGC has its stack from JDK 19), or set -XX:+ExplicitGCInvokesConcurrent (G1).");
	}

	private static Verdict reason(Diagnosis judged, Cause cause, String more, String remedy) {
		return judged.verdict(cause, "", judged.share(TimeComponent.JVM_PAUSE),
				"%s The GC cause is '%s'%s.".formatted(stops(judged), judged.machine().gc().reason(), more), remedy);
	}

	/**
	 * {@link Cause#GC_HEAP_TOO_SMALL}: the maximum heap is too small for the live set. A
	 * larger heap halves the pauses. {@link Cause#GC_HEAP_GROWS}: the live set keeps
	 * growing. A larger heap would only fill up later.
	 */
	static @Nullable Verdict heap(Diagnosis judged) {
		GcWindow gc = judged.machine().gc();
		if (!gc.isHeapSmall()) {
			return null;
		}
		double share = judged.share(TimeComponent.JVM_PAUSE);
		if (gc.grows()) {
			return judged.verdict(Cause.GC_HEAP_GROWS, "", share,
					stops(judged)
							+ " The live set has grown by %s and keeps growing.".formatted(Figures.bytes(gc.grown())),
					"Find what is kept: compare two class histograms, minutes apart (jcmd <pid> GC.class_histogram), or take a heap dump. Bound caches, queues and maps. A larger heap only delays this.");
		}
		long needed = gc.neededHeap(judged.window().paused());
		String first = (gc.heapLimit() < 0 || needed <= gc.heapLimit()) ? ""
				: "First raise the memory limit of the container by at least %s, or the process is killed. "
					.formatted(Figures.bytes(needed - gc.heapLimit()));
		return (needed < 0) ? null : judged.verdict(Cause.GC_HEAP_TOO_SMALL, "", share,
				stops(judged) + " The maximum heap is %s times the live set."
					.formatted(Figures.count((double) gc.maxHeap() / gc.live())),
				first + "Set -Xmx%sm. The %s collector needs %s times the live set, and room for what is allocated."
					.formatted(STEP * (long) Math.ceil(needed / MEGABYTE / STEP), gc.collector(), gc.heapFactor()));
	}

	/**
	 * {@link Cause#GC_ALLOCATION}: garbage collection takes too long, and no other rule
	 * has found a reason in the heap. Threads outside of requests may make most of the
	 * garbage. Always matches.
	 */
	static Verdict allocation(Diagnosis judged) {
		GcWindow gc = judged.machine().gc();
		if (gc.outside().isMost()) {
			return judged.verdict(Cause.GC_ALLOCATION, gc.outside().name(), judged.share(TimeComponent.JVM_PAUSE),
					"%s Outside of requests, these threads allocate %s of all that is allocated."
						.formatted(stops(judged), Figures.percent(gc.outside().share())),
					"Let this work allocate and keep less at once, such as one page of rows after the other, or move it to a process of its own; do not raise -Xmx.");
		}
		if (gc.fell()) {
			return judged.verdict(Cause.GC_ALLOCATION, "", judged.share(TimeComponent.JVM_PAUSE),
					stops(judged) + " The live set rises, and has fallen by %s.".formatted(Figures.bytes(-gc.grown())),
					"Keep less at once: bound caches by a number of entries, because soft references fill any heap, and read large results in pages; do not raise -Xmx.");
		}
		long allocated = judged.slowFigures().allocated();
		return judged.verdict(Cause.GC_ALLOCATION, "", judged.share(TimeComponent.JVM_PAUSE),
				"%s%s A slow request allocates %s.".formatted(stops(judged),
						(gc.live() > 0) ? "" : " The live set is not known yet.",
						Figures.bytes((allocated > 0) ? Math.round(judged.perSlowRequest(allocated)) : -1)),
				"Reduce allocation: record the allocations of %s with JFR%s.".formatted(judged.route(),
						(gc.live() > 0) ? "; do not raise -Xmx" : ", or wait for a verdict that knows the live set"));
	}

	/**
	 * The cause of stalls: threads wait for memory outside of pauses, as with concurrent
	 * collectors. The time breakdown shows this time as blocked.
	 */
	static @Nullable Verdict stalled(Diagnosis judged) {
		return (judged.stalled() >= GcWindow.LONG)
				? Rule.first(CausalOrder.COLLECTIONS, judged.counting(TimeComponent.BLOCKED, TimeComponent.JVM_PAUSE))
				: null;
	}

	/**
	 * Describes the pauses in a sentence.
	 */
	static String stops(Diagnosis judged) {
		GcWindow gc = judged.machine().gc();
		String stops = (judged.stalled() <= judged.stopped())
				? "The JVM was paused for %s of the time, for up to %s at once"
					.formatted(Figures.percent(judged.stopped()), Figures.time(gc.longestPause()))
				: "Threads waited for memory for %s of the time".formatted(Figures.percent(judged.stalled()));
		return "%s; collector %s, maximum heap %s, live set %s.".formatted(stops, gc.collector(),
				Figures.bytes(gc.maxHeap()), Figures.bytes(gc.live()));
	}

}
