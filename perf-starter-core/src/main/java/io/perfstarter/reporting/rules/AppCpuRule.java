package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Names {@link Cause#APP_CPU}: request threads spend their time computing.
 */
final class AppCpuRule implements Rule {

	@Override
	public Verdict judge(Diagnosis judged) {
		MachineWindow machine = judged.machine();
		return judged.verdict(Cause.APP_CPU, "", judged.share(TimeComponent.CPU),
				"CPU time is %s of the request time, %s in a slow request; the process used %s of %s processors.%s"
					.formatted(Figures.percent(judged.share(TimeComponent.CPU)),
							Figures.time(judged.each(judged.breakdown().nanos(TimeComponent.CPU))),
							Figures.count(machine.cpu().process()), Figures.count(machine.cpu().processors()),
							seen(judged.slowFigures().samples())),
				"Profile %s with jcmd <pid> JFR.start duration=60s filename=cpu.jfr.".formatted(route(judged)));
	}

	private static String seen(ThreadSamples samples) {
		Position most = samples.most(SeenComputingRule.COMPUTING);
		return (most != null && !most.place().isEmpty()) ? " Most samples show %s.".formatted(most.place()) : "";
	}

	/**
	 * Returns the slowest route, which is the one to examine.
	 */
	static String route(Diagnosis judged) {
		return judged.requests().slowestRoute().isEmpty() ? "the application" : judged.requests().slowestRoute();
	}

}
