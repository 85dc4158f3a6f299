package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.Part;

/**
 * The threads of the requests compute.
 */
final class AppCpu implements Rule {

	@Override
	public Verdict judge(Case judged) {
		MachineWindow machine = judged.machine();
		return judged.verdict(Cause.APP_CPU, "", judged.share(Part.CPU),
				"Computing takes %s of the time, %s in a slow request; the process used %s of %s processors.".formatted(
						Figures.percent(judged.share(Part.CPU)),
						Figures.time(judged.each(judged.parts().nanos(Part.CPU))), Figures.number(machine.processCpu()),
						Figures.number(machine.processors())),
				"Profile %s with jcmd <pid> JFR.start duration=60s filename=cpu.jfr.".formatted(route(judged)));
	}

	/**
	 * The route to look at.
	 */
	static String route(Case judged) {
		return judged.requests().slowestRoute().isEmpty() ? "the application" : judged.requests().slowestRoute();
	}

}
