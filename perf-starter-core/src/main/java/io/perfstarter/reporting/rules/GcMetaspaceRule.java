package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#GC_METASPACE}: metaspace growth triggers the collections, which the
 * heap size does not affect.
 */
final class GcMetaspaceRule implements Rule {

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		if (!CollectorReason.isMetaspace(judged)) {
			return null;
		}
		return judged.verdict(Cause.GC_METASPACE, "", judged.share(TimeComponent.JVM_PAUSE),
				"%s The GC cause is '%s'.".formatted(GcAllocationRule.stops(judged), CollectorReason.reason(judged)),
				"Find the code that keeps defining classes (jcmd <pid> VM.classloaders; -Xlog:class+load); if it happens only at startup, raise -XX:MetaspaceSize.");
	}

}
