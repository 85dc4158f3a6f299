package io.perfstarter.reporting;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.OutsideWork;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * What might have been measured.
 */
final class Samples {

	static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

	private Samples() {
	}

	static long millis(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

	static ServedRequest request(Instant at, long sqlMillis) {
		ComponentTimes breakdown = ComponentTimes.of(Map.of(TimeComponent.THREAD_WAIT, 0L, TimeComponent.SQL,
				millis(sqlMillis), TimeComponent.BLOCKED, millis(4)));
		return new ServedRequest("GET /tickets/{id}", "", at, 200, 1,
				new RequestFigures(breakdown, 3, 20, 1_000, ThreadSamples.NONE, "", "", List.of(), List.of()),
				List.of());
	}

	static JudgedRequest judged(Instant at, long sqlMillis) {
		return new JudgedRequest(request(at, sqlMillis), null);
	}

	static JudgedRequest judged(String route, Verdict verdict) {
		ServedRequest one = request(NOON, 900);
		return new JudgedRequest(new ServedRequest(route, "4bf92f35", NOON, 200, 1, one.figures(), List.of()), verdict);
	}

	static Window window(Instant end) {
		return new Window(end, Duration.ofSeconds(30), requests(1240, 31), List.of(pool()), machine(),
				List.of(new CacheWindow("tickets", 125, 595, 0, 595)),
				List.of(new LimiterWindow("mail", 8, 2, 5, 1, 40, 90_000_000, "")),
				List.of(new LimiterWindow("requests", 4, 4, 12, 3, 30, millis(2550), "")), List.of(),
				new ThreadsWindow(200, 12, 3, 0));
	}

	static Window uncounted(Instant end) {
		return new Window(end, Duration.ofSeconds(30), RequestsWindow.NOT_COUNTED, List.of(), machine(), List.of(),
				List.of(), List.of(), List.of(), null);
	}

	static Window idle(Instant end) {
		MachineWindow unmeasured = new MachineWindow(
				new GcWindow("G1", 0, 0, 0, 0, "", -1, 0, 128L << 20, -1, OutsideWork.NONE), new CpuWindow(Double.NaN,
						Double.NaN, Double.NaN, 2, Double.NaN, Double.NaN, Double.NaN, OutsideWork.NONE),
				-1, false, 0, 0, false);
		return new Window(end, Duration.ofMillis(500), requests(0, 0), List.of(), unmeasured,
				List.of(new CacheWindow("tickets", 0, 0, 0, 0)), List.of(), List.of(), List.of(), null);
	}

	static JudgedWindow judged(Instant end, @Nullable Verdict verdict) {
		return new JudgedWindow(window(end), verdict, List.of());
	}

	static JudgedWindow suspended(Instant end) {
		MachineWindow machine = new MachineWindow(
				new GcWindow("G1", 41, millis(11_000), millis(212), 0, "", 82L << 20, 0, 123L << 20, -1,
						OutsideWork.NONE),
				new CpuWindow(1, 0.6, 1.2, 2, 0, 0.1, 0, OutsideWork.NONE), millis(11_400), true, 0, 0, true);
		return new JudgedWindow(new Window(end, Duration.ofSeconds(30), requests(1240, 31), List.of(), machine,
				List.of(), List.of(), List.of(), List.of(), null), null, List.of());
	}

	static Verdict verdict(Cause cause, String subject, Verdict... others) {
		return new Verdict(cause, subject, false, 0.9, "It was seen.", "Mend it.", List.of(others));
	}

	static RequestsWindow requests(long count, long slow) {
		ComponentTimes breakdown = ComponentTimes
			.of(Map.of(TimeComponent.SQL, millis(3000), TimeComponent.BLOCKED, millis(1000)));
		return new RequestsWindow(count, slow, millis(12), millis(1310), breakdown, 1, "GET /tickets/{id}",
				new RequestFigures(breakdown, 93, 620, 1_000, ThreadSamples.NONE, "", "", List.of(), List.of()));
	}

	private static PoolWindow pool() {
		return new PoolWindow("orders", 10, 4, 6, 1300, 0, 0, 0, 1_400_000, 1290, millis(9000), millis(9), millis(8280),
				0, 0, List.of(), OutsideWork.NONE);
	}

	private static MachineWindow machine() {
		return new MachineWindow(
				new GcWindow("G1", 41, millis(11_000), millis(212), 0, "", 82L << 20, 0, 123L << 20, -1,
						OutsideWork.NONE),
				new CpuWindow(1, 0.6, 1.2, 2, 0, 0.1, 0, OutsideWork.NONE), millis(11_400), true, 0, 0, false);
	}

}
