package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Looks;
import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * Threads were seen to wait for a lock that another one holds, often enough to explain
 * most of the time in which they are blocked.
 */
final class Lock implements Rule {

	/**
	 * How much of the blocked time must be seen to be waiting for a lock.
	 */
	static final double MOST = 0.5;

	@Override
	public @Nullable Verdict judge(Case judged) {
		Looks looks = judged.requests().slowLooks();
		if (!explains(looks.locked(), judged)) {
			return null;
		}
		return judged.verdict(Cause.LOCK, "", judged.share(Part.BLOCKED),
				"%s of the time, %s in a slow request, its thread is blocked, and at %s of %s looks it waited for a lock that another thread held."
					.formatted(Figures.percent(judged.share(Part.BLOCKED)),
							Figures.time(judged.each(judged.parts().nanos(Part.BLOCKED))), looks.locked(), looks.all()),
				"Take thread dumps (jcmd <pid> Thread.print -l) of %s while it is slow, and look for the lock they wait for."
					.formatted(AppCpu.route(judged)));
	}

	/**
	 * Whether what was seen at some looks explains most of the blocked time: looks are
	 * taken while a thread is blocked and while it computes.
	 */
	static boolean explains(int seen, Case judged) {
		double blocked = judged.parts().nanos(Part.BLOCKED);
		double computing = judged.parts().nanos(Part.CPU) + judged.parts().nanos(Part.RUN_QUEUE);
		return seen > 0 && seen >= MOST * judged.requests().slowLooks().all() * blocked / (blocked + computing);
	}

}
