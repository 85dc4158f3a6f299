package io.perfstarter.reporting.verdict;

import java.util.List;

import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * Much of the time is left over, and not all was measured that could explain it.
 */
final class Unmeasured implements Rule {

	/**
	 * From which share on what is left over is too much to guess.
	 */
	static final double UNEXPLAINED = 0.3;

	/**
	 * What is left over if it is not measured. The run queue is not among them: the
	 * machine tells of it.
	 */
	private static final List<Part> EXPLAIN = List.of(Part.POOL, Part.SQL, Part.FETCH, Part.REMOTE, Part.STOP_THE_WORLD,
			Part.CPU);

	@Override
	public @Nullable Verdict judge(Case judged) {
		boolean all = EXPLAIN.stream().allMatch(judged.parts()::measured);
		return (all || judged.share(Part.BLOCKED) < UNEXPLAINED) ? null : new Unexplained().judge(judged);
	}

}
