package io.perfstarter.reporting.advice;

import java.util.List;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.Parts;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.Window;

/**
 * What advice on a setting is to make better, in the newest minute.
 *
 * @param name what it is, with its unit
 * @param value how bad it is
 * @param tolerable what nobody minds
 */
record Symptom(String name, double value, double tolerable) {

	private static final double UNCHANGED = 0.8;

	static Symptom of(Advice advice, AdviceFacts facts) {
		List<Window> minute = facts.lastMinute();
		return switch (advice.knob()) {
			case POOL_SIZE -> new Symptom("longest wait for a connection in ms",
					minute.stream()
						.flatMap((window) -> window.pools().stream())
						.filter((pool) -> pool.name().equals(advice.subject()))
						.mapToLong(PoolWindow::longestWait)
						.max()
						.orElse(0) / 1e6,
					10);
			case MAX_LIFETIME -> new Symptom("waits although connections were idle",
					minute.stream()
						.flatMap((window) -> window.pools().stream())
						.filter((pool) -> pool.name().equals(advice.subject()))
						.mapToLong(PoolWindow::waitsWithIdle)
						.sum(),
					0);
			case REQUEST_THREADS -> new Symptom("percent of the time of requests in queues", queued(minute), 10);
			case HEAP, COLLECTOR ->
				new Symptom("percent of the time with the JVM stopped to collect", collecting(minute), 5);
		};
	}

	private static double queued(List<Window> minute) {
		Parts parts = minute.stream().map((window) -> window.requests().parts()).reduce(Parts.NONE, Parts::plus);
		return 100 * (parts.share(Part.QUEUE) + parts.share(Part.RUN_QUEUE));
	}

	private static double collecting(List<Window> minute) {
		long length = minute.stream().mapToLong((window) -> window.length().toNanos()).sum();
		long collecting = minute.stream().mapToLong((window) -> Math.max(0, window.machine().collecting())).sum();
		return (length > 0) ? 100.0 * collecting / length : 0;
	}

	boolean present() {
		return this.value > this.tolerable;
	}

	/**
	 * Whether it is there and was not better before.
	 * @param before how bad it was
	 */
	boolean unchangedSince(double before) {
		return present() && this.value >= before * UNCHANGED;
	}

}
