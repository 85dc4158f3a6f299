package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * The collector stops the JVM because the memory for classes has grown: the heap has
 * nothing to do with it.
 */
final class Metaspace implements Rule {

	@Override
	public @Nullable Verdict judge(Case judged) {
		if (!CollectorReason.isMetaspace(judged)) {
			return null;
		}
		return judged.verdict(Cause.GC_METASPACE, "", judged.share(Part.STOP_THE_WORLD),
				"%s The collector's own reason is '%s'.".formatted(Allocation.stops(judged),
						CollectorReason.reason(judged)),
				"Find out who defines classes all the time (jcmd <pid> VM.classloaders; -Xlog:class+load); if it is only the start, set -XX:MetaspaceSize to what it needs.");
	}

}
