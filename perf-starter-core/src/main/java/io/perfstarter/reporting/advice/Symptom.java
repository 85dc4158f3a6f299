package io.perfstarter.reporting.advice;

import java.util.List;

import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Window;

/**
 * The problem that advice on a setting reduces, measured in the last minute.
 *
 * @param name the measured quantity, with its unit
 * @param value the measured value
 * @param tolerable the maximum value that is not a problem
 */
record Symptom(String name, double value, double tolerable) {

	private static final double UNCHANGED = 0.8;

	static Symptom of(Advice advice, AdviceFacts facts) {
		List<Window> minute = facts.lastMinute();
		return switch (advice.setting()) {
			case POOL_SIZE -> new Symptom("longest wait for a connection in ms",
					minute.stream()
						.flatMap((window) -> window.pools().stream())
						.filter((pool) -> pool.name().equals(advice.subject()))
						.mapToLong(PoolWindow::longestWait)
						.max()
						.orElse(0) / 1e6,
					10);
			case MAX_LIFETIME -> new Symptom("samples in which a pool checked a connection",
					minute.stream().mapToInt((window) -> window.requests().slowFigures().samples().poolChecks()).sum(),
					0);
			case REQUEST_THREADS ->
				new Symptom("percent of request time waiting for threads and processors", queued(minute), 10);
			case HEAP, COLLECTOR -> new Symptom("percent of the time in GC pauses", collecting(minute), 5);
		};
	}

	private static double queued(List<Window> minute) {
		ComponentTimes breakdown = minute.stream()
			.map((window) -> window.requests().breakdown())
			.reduce(ComponentTimes.NONE, ComponentTimes::plus);
		return 100 * (breakdown.share(TimeComponent.THREAD_WAIT) + breakdown.share(TimeComponent.CPU_WAIT));
	}

	private static double collecting(List<Window> minute) {
		long length = minute.stream().mapToLong((window) -> window.length().toNanos()).sum();
		long collecting = minute.stream().mapToLong((window) -> Math.max(0, window.machine().gc().collecting())).sum();
		return (length > 0) ? 100.0 * collecting / length : 0;
	}

	boolean present() {
		return this.value > this.tolerable;
	}

	/**
	 * Returns whether the symptom is present and has not improved.
	 * @param before the earlier value
	 */
	boolean unchangedSince(double before) {
		return present() && this.value >= before * UNCHANGED;
	}

}
