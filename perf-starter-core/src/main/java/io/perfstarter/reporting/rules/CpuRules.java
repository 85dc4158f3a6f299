package io.perfstarter.reporting.rules;

import java.util.EnumSet;
import java.util.Set;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.OutsideWork;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Rules for causes in computation and in the lack of processors.
 */
final class CpuRules {

	static final Set<Activity> COMPUTING = EnumSet.of(Activity.COMPUTING);

	private static final Set<Activity> ELSEWHERE = EnumSet.of(Activity.COMPUTING_ELSEWHERE);

	static final Set<Activity> ANYWHERE = EnumSet.of(Activity.COMPUTING, Activity.COMPUTING_ELSEWHERE);

	private static final Set<Activity> RESTING = EnumSet.complementOf(EnumSet.of(Activity.COMPUTING));

	/**
	 * Minimum share of throttled scheduler periods for the CPU quota to be the reason.
	 */
	static final double THROTTLED = 0.01;

	/**
	 * Minimum share of the machine's processors that other processes must use to be the
	 * reason for long pauses.
	 */
	static final double OTHERS = 0.3;

	/**
	 * Minimum CPU pressure for a lack of processors: the share of the time in which any
	 * thread waits for one.
	 */
	static final double PRESSURE = 0.5;

	/**
	 * Minimum ratio of CPU wait to CPU time of the process.
	 */
	static final double WAITS = 0.3;

	/**
	 * Maximum ratio of the blocked time of requests to their estimated CPU wait. If the
	 * blocked time is longer, it has another reason.
	 */
	static final double MARGIN = 2;

	/**
	 * Maximum time of a request before the first look at its CPU clock, in nanoseconds.
	 */
	static final long UNCLOCKED = 150_000_000;

	private CpuRules() {
	}

	/**
	 * {@link Cause#APP_CPU}: request threads spend their time computing. Always matches.
	 */
	static Verdict appCpu(Diagnosis judged) {
		CpuWindow cpu = judged.machine().cpu();
		double share = judged.share(TimeComponent.CPU);
		Position most = judged.slowFigures().samples().most(ANYWHERE);
		String place = (most != null) ? most.place() + most.inBrackets() : "";
		return judged.verdict(Cause.APP_CPU, "", share,
				"CPU time is %s of the request time, %s in a slow request; the process used %s of %s processors.%s"
					.formatted(Figures.percent(share),
							Figures.time(judged.perSlowRequest(judged.breakdown().nanos(TimeComponent.CPU))),
							Figures.count(cpu.process()), Figures.count(cpu.processors()),
							place.isEmpty() ? "" : " Most samples show %s.".formatted(place)),
				"Profile %s with jcmd <pid> JFR.start duration=60s filename=cpu.jfr.".formatted(judged.route()));
	}

	/**
	 * Threads wait for a processor: {@link Cause#CPU_SATURATED_BY_SELF} if this process
	 * uses all of them, otherwise {@link Cause#CPU_STARVED_BY_OTHERS}. Always matches.
	 */
	static Verdict processors(Diagnosis judged) {
		CpuWindow cpu = judged.machine().cpu();
		double share = judged.share(TimeComponent.CPU_WAIT);
		String evidence = "Threads wait for a processor for %s of the time; this process uses %s of %s processors"
			.formatted(Figures.percent(share), Figures.count(cpu.process()), Figures.count(cpu.processors()));
		// With less than one processor, a single thread can use all of it. The cause is
		// then the small quota. A comparison with an unknown figure is false.
		if (cpu.process() >= CpuWindow.SATURATED * cpu.processors() && cpu.processors() >= 1) {
			OutsideWork outside = cpu.outside();
			return judged.verdict(Cause.CPU_SATURATED_BY_SELF, "", share, evidence + ".", outside.isMost()
					? "Outside of requests, %s uses %s of the CPU time: give this work fewer threads, or move it to another time or a process of its own."
						.formatted(outside.name(), Figures.percent(outside.share()))
					: "Run fewer computing threads at once, or add processors; start with the CPU time of %s."
						.formatted(judged.route()));
		}
		return judged.verdict(Cause.CPU_STARVED_BY_OTHERS, "", share,
				evidence + ", all processes use %s of %s; CPU pressure %s, throttled %s.".formatted(
						Figures.count(cpu.machine()), cpu.machineProcessors(), Figures.percent(cpu.pressure()),
						Figures.percent(cpu.throttled())),
				(cpu.throttled() > THROTTLED) ? "Raise the CPU limit of the container."
						: "Move the other processes to another machine, or reserve processors for this process.");
	}

	/**
	 * The cause of CPU wait in blocked time. CPU wait is measured only for the whole
	 * process. The rule assumes that all threads wait equally long relative to their CPU
	 * time, so it needs the CPU time of requests.
	 */
	static @Nullable Verdict hiddenWait(Diagnosis judged) {
		boolean scarce = processWaits(judged) && judged.breakdown().nanos(TimeComponent.CPU) * waits(judged)
				* MARGIN >= judged.breakdown().nanos(TimeComponent.BLOCKED);
		if (!scarce || judged.breakdown().measured(TimeComponent.CPU_WAIT)
				|| !judged.breakdown().measured(TimeComponent.CPU) || BlockedRules.explains(RESTING, judged)) {
			return null;
		}
		return processors(judged.counting(TimeComponent.BLOCKED, TimeComponent.CPU_WAIT));
	}

	/**
	 * The cause of blocked time in which stacks show computing threads. If the CPU clock
	 * of the request thread covers this time, only tasks on other threads count. Virtual
	 * threads have no such clock.
	 */
	static @Nullable Verdict seenComputing(Diagnosis judged) {
		boolean clocked = judged.breakdown().measured(TimeComponent.CPU)
				&& judged.perSlowRequest(judged.breakdown().nanos(TimeComponent.BLOCKED)) > UNCLOCKED;
		boolean seen = BlockedRules.explains(ELSEWHERE, judged)
				|| (!clocked && BlockedRules.explains(ANYWHERE, judged));
		return seen ? computing(judged, TimeComponent.BLOCKED) : null;
	}

	/**
	 * The cause of time in which threads compute: their work, or a lack of processors.
	 * @param in the component that contains this time
	 */
	static Verdict computing(Diagnosis judged, TimeComponent in) {
		CpuWindow cpu = judged.machine().cpu();
		// While GC threads wait for each other, the CPU pressure is low. An unknown
		// pressure is not low.
		boolean lack = (waits(judged) >= 1 && !(cpu.pressure() < PRESSURE))
				|| (processWaits(judged) && cpu.throttled() > THROTTLED);
		return lack ? processors(judged.counting(in, TimeComponent.CPU_WAIT))
				: appCpu(judged.counting(in, TimeComponent.CPU));
	}

	/**
	 * Returns whether the threads of the process wait for processors that other processes
	 * use, or that the CPU quota denies.
	 */
	static boolean isStarved(Diagnosis judged) {
		CpuWindow cpu = judged.machine().cpu();
		return processWaits(judged)
				&& (cpu.throttled() > THROTTLED || cpu.machine() - cpu.process() >= OTHERS * cpu.machineProcessors());
	}

	/**
	 * Returns whether the threads of the process wait for processors.
	 */
	static boolean processWaits(Diagnosis judged) {
		// A comparison with NaN is false.
		return waits(judged) >= WAITS;
	}

	private static double waits(Diagnosis judged) {
		return judged.machine().cpu().ready() / judged.machine().cpu().process();
	}

}
