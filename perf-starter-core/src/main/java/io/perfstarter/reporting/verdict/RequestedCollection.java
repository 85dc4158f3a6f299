package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * The collector stops the JVM because somebody asks for it, and not for want of memory.
 */
final class RequestedCollection implements Rule {

	@Override
	public @Nullable Verdict judge(Case judged) {
		boolean called = CollectorReason.isCall(judged);
		if (!called && !CollectorReason.isCommand(judged)) {
			return null;
		}
		return judged.verdict(Cause.GC_REQUESTED, "", judged.share(Part.STOP_THE_WORLD),
				"%s The collector's own reason is '%s'.".formatted(Allocation.stops(judged),
						CollectorReason.reason(judged)),
				called ? "Find out who calls System.gc() (a recording with jdk.SystemGC, from JDK 19 on, has the stack), or set -XX:+ExplicitGCInvokesConcurrent (G1)."
						: "Find out who asks for it: jcmd, jmap, a heap dump or an agent.");
	}

}
