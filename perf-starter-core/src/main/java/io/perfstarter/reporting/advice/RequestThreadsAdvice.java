package io.perfstarter.reporting.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.Parts;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.Window;

/**
 * How many threads should serve requests: as many as keep the processors busy while
 * others wait. Not for virtual threads, which need no number.
 */
final class RequestThreadsAdvice {

	private static final String FORMULA = "processors x 0.8 x (1 + wait / compute)";

	private static final String SOURCE = "B. Goetz, Java Concurrency in Practice, 8.2";

	private static final double UTILIZATION = 0.8;

	private static final long ENOUGH_REQUESTS = 1000;

	/**
	 * If so much of the wait is for what more threads would only wait for as well, the
	 * formula does not hold.
	 */
	private static final double COMMON_WAIT = 0.3;

	/**
	 * Nobody notices the difference.
	 */
	private static final double CLOSE = 0.25;

	private final ThreadsWindow threads;

	private final double processors;

	private final List<Window> served;

	private final Parts parts;

	private final List<String> inputs = new ArrayList<>();

	private RequestThreadsAdvice(AdviceFacts facts, ThreadsWindow threads, double processors) {
		this.threads = threads;
		this.processors = processors;
		this.served = newest(facts.windows());
		this.parts = this.served.stream()
			.map((window) -> window.requests().parts())
			.reduce(Parts.NONE, Parts::plus)
			.without(Part.QUEUE);
	}

	static Optional<Advice> of(AdviceFacts facts) {
		if (facts.virtualThreads()) {
			return Optional.empty();
		}
		return facts.newest().flatMap((newest) -> {
			ThreadsWindow threads = newest.threads();
			return (threads != null && threads.max() > 0)
					? Optional.of(new RequestThreadsAdvice(facts, threads, newest.machine().processors()).compute())
					: Optional.empty();
		});
	}

	/**
	 * The newest with enough requests, or all: those before may have been served while
	 * the JVM still compiled.
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
		double compute = this.parts.nanos(Part.CPU);
		boolean measured = this.served.stream().allMatch((window) -> window.requests().parts().measured(Part.CPU));
		if (!measured || compute == 0 || !(this.processors > 0)) {
			return refused("Processor time is not measured.");
		}
		// The wait for a processor is neither: it goes when the threads are not too many.
		double wait = this.parts.total() - compute - this.parts.nanos(Part.RUN_QUEUE);
		this.inputs.add(String.format(Locale.ROOT, "%.1f processors", this.processors));
		this.inputs.add(String.format(Locale.ROOT, "compute %.2f ms a request", compute / requests / 1e6));
		this.inputs.add(String.format(Locale.ROOT, "wait %.2f ms a request", wait / requests / 1e6));
		double common = this.parts.share(Part.POOL) + this.parts.share(Part.STOP_THE_WORLD);
		if (common >= COMMON_WAIT) {
			return refused("Requests wait for connections or the collector for " + Figures.percent(common)
					+ " of their time: more threads would wait as well, cure that first.");
		}
		long recommended = Math.max(1, Math.round(this.processors * UTILIZATION * (1 + wait / compute)));
		int current = this.threads.max();
		if (Math.abs(recommended - current) <= CLOSE * recommended) {
			return advice(Integer.toString(current), "It is close to what the formula gives.");
		}
		if (recommended > current && !wereAllBusy()) {
			return advice(Integer.toString(current), "They were never all busy.");
		}
		return advice(Long.toString(recommended),
				(recommended > current) ? "Processors idle while requests wait for a thread."
						: "More only take processors and memory from each other when all are busy.");
	}

	private boolean wereAllBusy() {
		return this.served.stream()
			.map(Window::threads)
			.anyMatch((threads) -> threads != null && threads.busyPeak() >= threads.max());
	}

	private Advice refused(String reason) {
		return advice("", reason);
	}

	private Advice advice(String recommended, String reason) {
		return new Advice(Knob.REQUEST_THREADS, "", Integer.toString(this.threads.max()), recommended, FORMULA,
				this.inputs, SOURCE, Confidence.MEDIUM, reason);
	}

}
