package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#GC_REQUESTED}: collections are requested explicitly and not caused
 * by lack of memory.
 */
final class GcRequestedRule implements Rule {

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		boolean called = CollectorReason.isCall(judged);
		if (!called && !CollectorReason.isCommand(judged)) {
			return null;
		}
		return judged.verdict(Cause.GC_REQUESTED, "", judged.share(TimeComponent.JVM_PAUSE),
				"%s The GC cause is '%s'.".formatted(GcAllocationRule.stops(judged), CollectorReason.reason(judged)),
				called ? "Find the caller of System.gc() (the JFR event jdk.SystemGC has its stack from JDK 19), or set -XX:+ExplicitGCInvokesConcurrent (G1)."
						: "Find the tool that requests collections: jcmd, jmap, a heap dump or an agent.");
	}

}
