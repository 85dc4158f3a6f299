package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.ExecutorWindow;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#LIMIT_TOO_SMALL}: requests wait at a limiter although what is behind
 * it could carry more. Always matches; requests that wait because something behind the
 * limiter is scarce must be {@link #waitsForWhatIsBehind recognized} before.
 */
final class LimitTooSmallRule implements Rule {

	/**
	 * Minimum utilization of the processors or of a pool that are not free.
	 */
	static final double BUSY = ThreadsExhaustedRule.UTILIZATION;

	/**
	 * Begins the name of a limiter that is an executor.
	 */
	private static final String EXECUTOR = "executor ";

	private static final Rule CPU_WAIT = new HiddenCpuWaitRule();

	@Override
	public Verdict judge(Diagnosis judged) {
		String name = judged.slowFigures().awaitedLimiter();
		for (ExecutorWindow executor : judged.window().executors()) {
			if (name.equals(EXECUTOR + executor.name())) {
				return verdict(judged, figures(executor), remedy(executor));
			}
		}
		for (LimiterWindow limiter : judged.window().limiters()) {
			if (name.equals(limiter.name())) {
				return verdict(judged, figures(limiter), remedy(limiter));
			}
		}
		return verdict(judged, "", "Raise the concurrency limit%s.".formatted(name.isEmpty() ? "" : " of " + name));
	}

	private static Verdict verdict(Diagnosis judged, String figures, String remedy) {
		MachineWindow machine = judged.machine();
		return judged.verdict(Cause.LIMIT_TOO_SMALL, judged.slowFigures().awaitedLimiter(),
				judged.share(TimeComponent.LIMITER),
				"Waiting for a place takes %s%s; the process uses %s of %s processors%s.".formatted(
						judged.cost(TimeComponent.LIMITER), figures, Figures.count(machine.cpu().process()),
						Figures.count(machine.cpu().processors()),
						judged.window().pools().isEmpty() ? "" : ", and connections are free"),
				remedy);
	}

	private static String figures(LimiterWindow limiter) {
		return figures(limiter.limit(), limiter.active(), limiter.waiting(), limiter.refused());
	}

	private static String figures(ExecutorWindow executor) {
		return figures(executor.permits(), executor.active(), executor.waiting(), executor.lost())
				+ ((executor.ended() != 0) ? ", a task takes " + Figures.time(executor.meanRun()) : "");
	}

	private static String figures(int limit, int active, int waiting, long refused) {
		return "; limit %s, at the end of the period %s in use and %s waiting, %s rejected".formatted(limit, active,
				waiting, refused);
	}

	private static String remedy(LimiterWindow limiter) {
		return "Raise perf-starter.async.requests.%sconcurrency-limit above %s."
			.formatted((limiter.reason() != null) ? "max-" : "", limiter.limit());
	}

	private static String remedy(ExecutorWindow executor) {
		String slow = (executor.meanRun() >= ThreadsExhaustedRule.QUICK)
				? "First speed up its tasks, or give the slow ones an executor of their own. " : "";
		return slow + (executor.pool().isEmpty()
				? "Raise the concurrency limit of executor %s above %s.".formatted(executor.name(), executor.permits())
				: "The concurrency limit of executor %s follows the pool %s: enlarge the pool, or set a number above %s."
					.formatted(executor.name(), executor.pool(), executor.permits()));
	}

	/**
	 * Returns whether requests wait at the limiter for something behind it: processors,
	 * connections or the JVM are not free, or the requests are slow by themselves. A
	 * higher limit would then only move the wait.
	 */
	static boolean waitsForWhatIsBehind(Diagnosis judged) {
		Diagnosis behind = judged.without(TimeComponent.LIMITER).without(TimeComponent.THREAD_WAIT);
		return areProcessorsBusy(behind) || judged.paused() >= CausalOrder.STOPPED
				|| judged.window().pools().stream().anyMatch((pool) -> PoolTooSmallRule.busy(judged, pool) >= BUSY)
				|| judged.each(behind.breakdown().total()) >= ThreadsExhaustedRule.QUICK
				|| isBottleneck(behind.breakdown().largest());
	}

	private static boolean isBottleneck(@Nullable TimeComponent component) {
		return component != null && ThreadsExhaustedRule.BOTTLENECKS.contains(component);
	}

	/**
	 * Returns whether this process uses the processors, or waits for them because others
	 * do. That others use them is no reason by itself.
	 */
	private static boolean areProcessorsBusy(Diagnosis behind) {
		MachineWindow machine = behind.machine();
		// A comparison with an unknown figure is false.
		return machine.cpu().process() >= BUSY * machine.cpu().processors()
				|| (behind.breakdown().largest() == TimeComponent.BLOCKED && CPU_WAIT.judge(behind) != null);
	}

}
