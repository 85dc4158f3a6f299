package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;

/**
 * Threads neither compute nor wait for anything that is measured: they wait for each
 * other, or sleep.
 */
final class Lock implements Rule {

	@Override
	public Verdict judge(Case judged) {
		return judged.verdict(Cause.LOCK, "", judged.share(Part.BLOCKED),
				"%s of the time, %s in a slow request, its thread is blocked, not by a pool, a statement, a remote call, a stop or for want of a processor."
					.formatted(Figures.percent(judged.share(Part.BLOCKED)),
							Figures.time(judged.each(judged.parts().nanos(Part.BLOCKED)))),
				"Take thread dumps (jcmd <pid> Thread.print -l) of %s while it is slow, and look for the lock they wait for."
					.formatted(AppCpu.route(judged)));
	}

}
