package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#LOCK}: enough thread samples show a wait for a lock held by another
 * thread to explain most of the blocked time.
 */
final class LockRule implements Rule {

	/**
	 * Minimum share of the blocked time explained by samples.
	 */
	static final double MOST = 0.5;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		ThreadSamples samples = judged.slowFigures().samples();
		if (!explains(samples.locked(), judged)) {
			return null;
		}
		return judged.verdict(Cause.LOCK, "", judged.share(TimeComponent.BLOCKED),
				"Request threads are blocked for %s of the time, %s in a slow request; in %s of %s samples they waited for a lock held by another thread."
					.formatted(Figures.percent(judged.share(TimeComponent.BLOCKED)),
							Figures.time(judged.each(judged.breakdown().nanos(TimeComponent.BLOCKED))),
							samples.locked(), samples.all()),
				"Take thread dumps (jcmd <pid> Thread.print -l) of %s while it is slow, and find the contended lock."
					.formatted(AppCpuRule.route(judged)));
	}

	/**
	 * Returns whether a number of samples explains most of the blocked time. Samples are
	 * taken while a thread is blocked and while it computes.
	 */
	static boolean explains(int seen, Diagnosis judged) {
		double blocked = judged.breakdown().nanos(TimeComponent.BLOCKED);
		double computing = judged.breakdown().nanos(TimeComponent.CPU)
				+ judged.breakdown().nanos(TimeComponent.CPU_WAIT);
		return seen > 0 && seen >= MOST * judged.slowFigures().samples().all() * blocked / (blocked + computing);
	}

}
