package io.perfstarter.reporting.rules;

import java.util.Set;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#THREADS_EXHAUSTED}: requests wait for a thread, their processing is
 * quick, and more threads could process them concurrently.
 */
final class ThreadsExhaustedRule {

	/**
	 * Maximum share of the time in processing for the wait for threads to be the cause.
	 */
	static final double IN_SERVICE = 0.3;

	/**
	 * Processing time from which a request is slow by itself, in nanoseconds.
	 */
	static final long QUICK = 1_000_000_000;

	/**
	 * Target utilization of the processors.
	 */
	static final double UTILIZATION = 0.8;

	/**
	 * Maximum number of threads per processor for blocked threads to be too few. With
	 * more, they wait for each other.
	 */
	static final int FEW = 2;

	/**
	 * Components for which more concurrent requests would wait as well.
	 */
	static final Set<TimeComponent> BOTTLENECKS = Set.of(TimeComponent.POOL, TimeComponent.LIMITER,
			TimeComponent.JVM_PAUSE, TimeComponent.CPU_WAIT);

	private ThreadsExhaustedRule() {
	}

	/**
	 * Evaluates this rule.
	 * @param whole the input, including the wait for threads
	 * @param leader the component with the most processing time
	 * @param by the cause of that component
	 * @return the verdict, {@code null} if the rule does not match
	 */
	static @Nullable Verdict judge(Diagnosis whole, TimeComponent leader, Verdict by) {
		ThreadsWindow threads = whole.window().threads();
		if (threads == null || threads.max() <= 0 || threads.busyPeak() < threads.max() || BOTTLENECKS.contains(leader)
				|| (leader == TimeComponent.BLOCKED && threads.max() > FEW * whole.machine().cpu().processors())) {
			return null;
		}
		double service = whole.breakdown().without(TimeComponent.THREAD_WAIT).total();
		double need = need(whole, service);
		if (1 - whole.share(TimeComponent.THREAD_WAIT) >= IN_SERVICE
				|| service >= (double) QUICK * whole.requests().slow() || need <= threads.max()) {
			return null;
		}
		return whole.verdict(Cause.THREADS_EXHAUSTED, "", whole.share(TimeComponent.THREAD_WAIT),
				"All %s threads were busy and up to %s requests waited for one, for %s of their time; the threads were busy because of %s."
					.formatted(threads.max(), threads.queuedPeak(),
							Figures.percent(whole.share(TimeComponent.THREAD_WAIT)), by.cause()),
				"First fix %s, then set server.tomcat.threads.max %s.".formatted(by.cause(),
						Double.isInfinite(need) ? "higher" : "to " + (long) need));
	}

	/**
	 * Returns the number of threads that reaches the target utilization: threads use the
	 * processors only for the CPU share of their service time.
	 */
	private static double need(Diagnosis whole, double service) {
		long cpu = whole.breakdown().nanos(TimeComponent.CPU);
		double processors = whole.machine().cpu().processors();
		boolean known = cpu > 0 && processors > 0;
		return known ? Math.ceil(processors * UTILIZATION * service / cpu) : Double.POSITIVE_INFINITY;
	}

}
