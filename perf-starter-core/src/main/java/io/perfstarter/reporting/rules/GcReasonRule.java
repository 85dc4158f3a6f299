package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#GC_OFF_HEAP} or {@link Cause#PAUSE_REQUESTED} if the GC cause with
 * the longest collection time of the period is none that the size of the heap affects.
 */
final class GcReasonRule implements Rule {

	/**
	 * Minimum share of the direct memory limit in use. The JDK requests a collection when
	 * the next buffer does not fit, so memory is seldom seen full.
	 */
	static final double USED = 0.5;

	private static final String METASPACE = "Metadata GC";

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		String reason = judged.machine().gc().reason();
		if (reason.startsWith(METASPACE)) {
			return verdict(judged, Cause.GC_OFF_HEAP, "",
					"Find the code that keeps defining classes (jcmd <pid> VM.classloaders; -Xlog:class+load); if it happens only at startup, raise -XX:MetaspaceSize.");
		}
		return switch (reason) {
			case "System.gc()" -> called(judged);
			case "Diagnostic Command", "JvmtiEnv ForceGarbageCollection", "Heap Inspection Initiated GC",
					"Heap Dump Initiated GC" ->
				verdict(judged, Cause.PAUSE_REQUESTED, "",
						"Find the tool that requests collections: jcmd, jmap, a heap dump or an agent.");
			default -> null;
		};
	}

	/**
	 * Names who called {@code System.gc()}: the JDK for direct buffers, or the
	 * application.
	 */
	private static Verdict called(Diagnosis judged) {
		double direct = judged.machine().direct();
		// A comparison with an unknown figure is false.
		if (direct >= USED) {
			return verdict(judged, Cause.GC_OFF_HEAP,
					", and direct buffers used up to %s of their limit".formatted(Figures.percent(direct)),
					"Reuse direct buffers, or raise -XX:MaxDirectMemorySize.");
		}
		return verdict(judged, Cause.PAUSE_REQUESTED, "",
				"Find the caller of System.gc() (the JFR event jdk.SystemGC has its stack from JDK 19), or set -XX:+ExplicitGCInvokesConcurrent (G1).");
	}

	private static Verdict verdict(Diagnosis judged, Cause cause, String more, String remedy) {
		return judged.verdict(cause, "", judged.share(TimeComponent.JVM_PAUSE), "%s The GC cause is '%s'%s."
			.formatted(GcAllocationRule.stops(judged), judged.machine().gc().reason(), more), remedy);
	}

}
