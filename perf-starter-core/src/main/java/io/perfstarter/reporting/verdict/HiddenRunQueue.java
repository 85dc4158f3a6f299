package io.perfstarter.reporting.verdict;

import java.util.List;

import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * Requests seem to be blocked, but wait for a processor, which was not measured for each
 * of them.
 */
final class HiddenRunQueue implements Rule {

	/**
	 * From which share of the time on in which somebody waits for a processor, or the
	 * quota holds back, requests do; research 3.1.
	 */
	static final double PRESSURE = 0.2;

	/**
	 * How many times as long as it computes a thread may wait for a processor; if it is
	 * blocked for longer, it waits for something else. A process of which only the whole
	 * is measured, as with virtual threads, has no less of its processors if it wants
	 * them.
	 */
	static final int WAIT = 20;

	private final List<Rule> rules;

	HiddenRunQueue(List<Rule> rules) {
		this.rules = rules;
	}

	@Override
	public @Nullable Verdict judge(Case judged) {
		MachineWindow machine = judged.machine();
		boolean pressed = machine.pressure() >= PRESSURE || machine.throttled() >= PRESSURE;
		if (!pressed || judged.parts().measured(Part.RUN_QUEUE) || !computes(judged)) {
			return null;
		}
		Case waiting = judged.counting(Part.BLOCKED, Part.RUN_QUEUE);
		return Rule.first(this.rules, waiting);
	}

	private static boolean computes(Case judged) {
		if (judged.parts().measured(Part.CPU)) {
			return judged.parts().nanos(Part.BLOCKED) <= WAIT * judged.parts().nanos(Part.CPU);
		}
		return judged.machine().processors() <= WAIT * judged.machine().processCpu();
	}

}
