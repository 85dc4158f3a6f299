package io.perfstarter.reporting.verdict;

import java.util.Set;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.ThreadsWindow;
import org.jspecify.annotations.Nullable;

/**
 * Requests wait for a thread, what they do then is quick, and more threads could do it at
 * once.
 */
final class ThreadsExhausted {

	/**
	 * If less of the time is in service, the queue is what is long.
	 */
	static final double IN_SERVICE = 0.3;

	/**
	 * What takes longer in service is slow itself, in nanoseconds.
	 */
	static final long QUICK = 1_000_000_000;

	/**
	 * How much of the processors may be used on average; Goetz, Java Concurrency in
	 * Practice, 8.2.
	 */
	static final double UTILIZATION = 0.8;

	/**
	 * If there are more threads than this for each processor, those that are blocked wait
	 * for each other rather than too few.
	 */
	static final int FEW = 2;

	/**
	 * More threads would wait for these all the same.
	 */
	private static final Set<Part> BOTTLENECKS = Set.of(Part.POOL, Part.STOP_THE_WORLD, Part.RUN_QUEUE);

	private ThreadsExhausted() {
	}

	/**
	 * Looks for it.
	 * @param whole what is judged, with the queue
	 * @param leader what takes the most time in service
	 * @param by why that takes its time
	 * @return the verdict, {@code null} if it is not that
	 */
	static @Nullable Verdict judge(Case whole, Part leader, Verdict by) {
		ThreadsWindow threads = whole.window().threads();
		if (threads == null || threads.max() <= 0 || threads.busyPeak() < threads.max() || BOTTLENECKS.contains(leader)
				|| (leader == Part.BLOCKED && threads.max() > FEW * whole.machine().processors())) {
			return null;
		}
		double service = whole.parts().without(Part.QUEUE).total();
		double need = need(whole, service);
		if (1 - whole.share(Part.QUEUE) >= IN_SERVICE || service >= (double) QUICK * whole.requests().slow()
				|| need <= threads.max()) {
			return null;
		}
		return whole.verdict(Cause.THREADS_EXHAUSTED, "", whole.share(Part.QUEUE),
				"All %s threads were busy and up to %s requests waited for one, %s of their time, by %s.".formatted(
						threads.max(), threads.queuedPeak(), Figures.percent(whole.share(Part.QUEUE)), by.cause()),
				"Answer %s first, then set server.tomcat.threads.max %s.".formatted(by.cause(),
						Double.isInfinite(need) ? "higher" : "to " + (long) need));
	}

	/**
	 * How many threads use the processors well, by what these threads wait and compute;
	 * Goetz, as above.
	 */
	private static double need(Case whole, double service) {
		long cpu = whole.parts().nanos(Part.CPU);
		double processors = whole.machine().processors();
		boolean known = cpu > 0 && processors > 0;
		return known ? Math.ceil(processors * UTILIZATION * service / cpu) : Double.POSITIVE_INFINITY;
	}

}
