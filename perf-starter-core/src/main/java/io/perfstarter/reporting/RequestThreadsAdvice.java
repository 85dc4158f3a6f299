package io.perfstarter.reporting;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Window;

/**
 * Advises on the number of request threads: as many as keep the processors busy while
 * some threads wait. Does not apply to virtual threads, whose number is not limited.
 */
final class RequestThreadsAdvice {

	private static final String FORMULA = "processors x " + CpuWindow.BUSY + " x (1 + wait / compute)";

	private static final String SOURCE = "B. Goetz, Java Concurrency in Practice, 8.2";

	private static final long ENOUGH_REQUESTS = 1000;

	// Share of waits for connections and of JVM pauses from which on the formula does not
	// apply, because additional threads would wait as well.
	private static final double COMMON_WAIT = 0.3;

	// Maximum difference between the current and the computed number that needs no
	// change, as a share of the computed number.
	private static final double CLOSE = 0.25;

	private final int current;

	private final double processors;

	private final List<Window> served;

	private final ComponentTimes breakdown;

	private final List<String> inputs = new ArrayList<>();

	private RequestThreadsAdvice(List<Window> windows, int current) {
		this.current = current;
		this.processors = windows.get(windows.size() - 1).machine().cpu().processors();
		this.served = newest(windows);
		this.breakdown = this.served.stream()
			.map((window) -> window.requests().breakdown())
			.reduce(ComponentTimes.NONE, ComponentTimes::plus)
			.without(TimeComponent.THREAD_WAIT)
			// CPU wait does not count: the right number of threads removes it.
			.without(TimeComponent.CPU_WAIT);
	}

	static Optional<Advice> of(AdviceFacts facts) {
		List<Window> windows = facts.windows();
		if (facts.virtualThreads() || windows.isEmpty()) {
			return Optional.empty();
		}
		ThreadsWindow threads = windows.get(windows.size() - 1).threads();
		return (threads != null && threads.max() > 0)
				? Optional.of(new RequestThreadsAdvice(windows, threads.max()).compute()) : Optional.empty();
	}

	/**
	 * Returns the newest periods with enough requests in total, or all periods. Earlier
	 * periods may be distorted by the warm-up of the JVM.
	 */
	private static List<Window> newest(List<Window> windows) {
		int from = windows.size();
		long requests = 0;
		while (from > 0 && requests < ENOUGH_REQUESTS) {
			from--;
			requests += windows.get(from).requests().count();
		}
		return windows.subList(from, windows.size())
			.stream()
			.filter((window) -> window.requests().count() > 0)
			.toList();
	}

	private Advice compute() {
		long requests = this.served.stream().mapToLong((window) -> window.requests().count()).sum();
		this.inputs.add(requests + " requests");
		if (requests < ENOUGH_REQUESTS) {
			return refused(ENOUGH_REQUESTS + " requests are needed.");
		}
		// A comparison with an unknown figure is false.
		double compute = this.served.stream().mapToDouble(RequestThreadsAdvice::computed).sum();
		if (!(compute > 0) || !(this.processors > 0)) {
			return refused("Processor time is not measured.");
		}
		double wait = Math.max(0, this.breakdown.total() - compute);
		this.inputs.add(String.format(Locale.ROOT, "%.1f processors", this.processors));
		this.inputs.add(String.format(Locale.ROOT, "compute %.2f ms per request", compute / requests / 1e6));
		this.inputs.add(String.format(Locale.ROOT, "wait %.2f ms per request", wait / requests / 1e6));
		double common = this.breakdown.share(TimeComponent.POOL) + this.breakdown.share(TimeComponent.JVM_PAUSE);
		if (common >= COMMON_WAIT) {
			return refused("Requests wait for connections or JVM pauses for " + Figures.percent(common)
					+ " of their time: fix that first, because more threads would wait as well.");
		}
		long recommended = Math.max(1, Math.round(this.processors * CpuWindow.BUSY * (1 + wait / compute)));
		if (Math.abs(recommended - this.current) <= CLOSE * recommended) {
			return unchanged("It is close to the result of the formula.");
		}
		if (recommended < this.current) {
			return unchanged(recommended
					+ " would keep the processors busy, too; further ones are of use when another service is slow.");
		}
		if (!wereAllBusy()) {
			return unchanged("Not all threads were busy at the same time.");
		}
		return advice(Long.toString(recommended), "Processors are idle while requests wait for a thread.");
	}

	/**
	 * Returns the CPU time of the process in a period. Its requests use most of it.
	 */
	private static double computed(Window window) {
		double processors = window.machine().cpu().process();
		return (processors >= 0) ? processors * window.length().toNanos() : Double.NaN;
	}

	private boolean wereAllBusy() {
		return this.served.stream()
			.map(Window::threads)
			.anyMatch((threads) -> threads != null && threads.busyPeak() >= threads.max());
	}

	private Advice refused(String reason) {
		return advice("", reason);
	}

	private Advice unchanged(String reason) {
		return advice(Integer.toString(this.current), reason);
	}

	private Advice advice(String recommended, String reason) {
		return new Advice("request threads", Integer.toString(this.current), recommended, FORMULA, this.inputs, SOURCE,
				reason);
	}

}
