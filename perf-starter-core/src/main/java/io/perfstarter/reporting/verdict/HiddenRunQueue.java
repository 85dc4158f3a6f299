package io.perfstarter.reporting.verdict;

import java.util.List;

import io.perfstarter.reporting.window.Looks;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * Requests seem to be blocked, but wait for a processor. Of each of them that is not
 * measured; of the whole process it is, and a thread of a request waits for as long as
 * the others do, by what it computes. What it computes must be known, so it is not said
 * of virtual threads, nor of requests that other threads go on with.
 */
final class HiddenRunQueue implements Rule {

	/**
	 * How long, by the time for which it computes, a thread of this process must have
	 * waited for a processor.
	 */
	static final double WAITS = 0.3;

	/**
	 * How many times as long as that a request may be blocked; if it is blocked for
	 * longer, it waits for something else.
	 */
	static final double MARGIN = 2;

	private final List<Rule> rules;

	HiddenRunQueue(List<Rule> rules) {
		this.rules = rules;
	}

	@Override
	public @Nullable Verdict judge(Case judged) {
		MachineWindow machine = judged.machine();
		double waits = machine.ready() / machine.processCpu();
		// Nothing is greater than what is not a number.
		boolean scarce = waits >= WAITS
				&& judged.parts().nanos(Part.CPU) * waits * MARGIN >= judged.parts().nanos(Part.BLOCKED);
		if (!scarce || judged.parts().measured(Part.RUN_QUEUE) || !judged.parts().measured(Part.CPU)
				|| wasSeenToRest(judged)) {
			return null;
		}
		Case waiting = judged.counting(Part.BLOCKED, Part.RUN_QUEUE);
		return Rule.first(this.rules, waiting);
	}

	private static boolean wasSeenToRest(Case judged) {
		Looks looks = judged.requests().slowLooks();
		return Lock.explains(looks.locked() + looks.resting(), judged);
	}

}
