package io.perfstarter.reporting;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

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
import io.perfstarter.reporting.window.Use;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * An invented hour of a parking service: its collector had trouble, then a remote service
 * became slow while connections were held.
 */
public final class ParkingState {

	private static final Instant NOW = Instant.parse("2026-03-02T14:30:00Z");

	private static final Verdict HEAP = new Verdict(Cause.GC_HEAP_TOO_SMALL, "", true, 0.78,
			"The JVM stood still for 31 % of the period, and 82 MB of 123 MB are live (1.5 x).",
			"Set -Xmx256m: three times what lives.", List.of());

	private static final Verdict SLOW_SQL = new Verdict(Cause.SLOW_SQL, "select * from ticket where car_number like ?",
			false, 0.17, "12 executions took 290 ms each.", "Add an index that serves it.", List.of());

	private static final List<String> PLAN = List.of("Query plan.", "Limit (rows=9)", "  Seq Scan on ticket");

	private static final Verdict HELD = new Verdict(Cause.CONNECTION_HELD_IDLE, "tickets", true, 0.81,
			"All 10 connections were lent, and statements ran on them for 6 % of that time; "
					+ "for 91 % a call of token-service was under way.",
			"Call token-service before the transaction begins, or after it has ended.", List.of(SLOW_SQL));

	private static final List<Use> STATEMENTS = List.of(new Use(
			"select t.id, t.car_number, t.start_at from ticket t where t.parking_lot_id = ?"
					+ " and t.start_at >= ? order by t.start_at fetch first ? rows only",
			2, 81_000_000, 62_000_000, 40),
			new Use("select m.* from member m where m.token = ?", 1, 7_000_000, 7_000_000, 1));

	private static final List<Use> REMOTES = List
		.of(new Use("GET token-service/tokens/{t}", 1, 380_000_000, 380_000_000, 0));

	private final Random random = new Random(8);

	private final boolean trouble;

	private ParkingState(boolean trouble) {
		this.trouble = trouble;
	}

	public static String rich() {
		return json(new ParkingState(true).state());
	}

	public static String empty() {
		return json(new WhySlow(NOW, "tickets-1", List.of(), List.of(), List.of(), Map.of()));
	}

	public static String healthy() {
		WhySlow state = new ParkingState(false).state();
		return json(new WhySlow(NOW, "tickets-1", state.windows(), List.of(), List.of(), state.capabilities()));
	}

	public static String uncounted() {
		WhySlow rich = new ParkingState(true).state();
		JudgedWindow newest = new JudgedWindow(rich.windows().get(0).window().with(RequestsWindow.NOT_COUNTED), null,
				List.of());
		return with(rich, List.of(newest, rich.windows().get(1), rich.windows().get(2)));
	}

	public static String gap() {
		WhySlow rich = new ParkingState(true).state();
		List<JudgedWindow> windows = new ArrayList<>(rich.windows());
		windows.remove(4);
		return with(rich, windows);
	}

	private static String with(WhySlow state, List<JudgedWindow> windows) {
		return json(new WhySlow(state.at(), state.instance(), windows, state.slowest(), state.advice(),
				state.capabilities()));
	}

	private static String json(WhySlow state) {
		return Results.json(WhySlowJson.of(state));
	}

	private WhySlow state() {
		List<JudgedWindow> windows = new ArrayList<>();
		for (int age = 0; age < 120; age++) {
			windows.add(window(age));
		}
		List<JudgedRequest> slowest = new ArrayList<>();
		for (int rank = 0; rank < 64; rank++) {
			slowest.add(request(rank));
		}
		slowest.sort(Comparator.comparing((JudgedRequest request) -> request.request().nanos()).reversed());
		return new WhySlow(NOW, "tickets-1", windows, slowest, advice(), capabilities());
	}

	private JudgedWindow window(int age) {
		boolean collecting = this.trouble && age >= 52 && age < 74;
		boolean held = this.trouble && age < 17;
		double wave = 1 + 0.25 * Math.sin(age / 9.0) + 0.12 * this.random.nextDouble();
		long p50 = (long) ((held ? 310e6 : collecting ? 44e6 : 11e6) * wave);
		long p99 = (long) ((held ? 1480e6 : collecting ? 910e6 : 74e6) * wave);
		long slow = held ? (long) (180 * wave) : collecting ? (long) (61 * wave) : 0;
		ComponentTimes breakdown = request(held ? 0 : collecting ? 1 : 4).request().breakdown();
		ComponentTimes slowBreakdown = (slow > 0) ? breakdown : ComponentTimes.NONE;
		RequestsWindow requests = new RequestsWindow((long) (1240 * wave), slow, p50, p99, breakdown, 1,
				(slow > 1) ? "GET /members/token-{t}" : "",
				new RequestFigures(slowBreakdown, 900, 5400, 210_000_000, ThreadSamples.NONE, held ? "tickets" : "", "",
						held ? STATEMENTS : List.of(), held ? REMOTES : List.of()));
		int peak = held ? 10 : Math.min(9, (int) (4 * wave));
		PoolWindow pool = new PoolWindow("tickets", 10, peak, peak, 2400, 0, held ? 14 : 0, held ? 14 : 0,
				(long) (held ? 905e6 * wave : 1.2e6 * wave), 2400, 290_000_000_000L, 160_000_000, 17_000_000_000L,
				264_000_000_000L, 0, held ? List.of("ReportService.export for 63 s") : List.of(), OutsideWork.NONE);
		MachineWindow machine = new MachineWindow(
				new GcWindow("G1", 41, (long) ((collecting ? 9.1e9 : 0.3e9) * wave), 212_000_000, 0, "",
						(long) ((82 + (collecting ? 9 : 0)) * 1048576 * (0.97 + wave / 40)), 0,
						(collecting ? 123 : 256) << 20, -1, OutsideWork.NONE),
				new CpuWindow(2, Math.min(2, (collecting ? 1.6 : 0.6) * wave), 1.1, 4, 0, 0.02, 0, OutsideWork.NONE),
				(long) ((collecting ? 9.3e9 : 0.32e9) * wave), true, 0, 0, false);
		List<CacheWindow> caches = List.of(
				new CacheWindow("tickets", (long) (930 * wave), (collecting ? 400 : 70), 12, 9988),
				new CacheWindow("ticket-search", (long) (410 * wave), 160, 0, 844),
				(age > 100) ? new CacheWindow("zones", 0, 0, 0, 0) : new CacheWindow("zones", 77, 1, 0, 12));
		Window window = new Window(NOW.minusSeconds(30L * age), Duration.ofSeconds(30), requests, List.of(pool),
				machine, caches,
				List.of(new LimiterWindow("mail", 8, 2, 0, 0, 40, 90_000_000, ""),
						new LimiterWindow("orders", 4, 4, 31, 2, 70, 900_000_000, "")),
				List.of(new LimiterWindow("requests", 40, 40, 7, 3, 90, 900_000_000, "processors are 99 % busy")),
				List.of(), new ThreadsWindow(40, held ? 40 : 9, held ? 22 : 0, 0));
		return new JudgedWindow(window, held ? HELD : collecting ? HEAP : null, held ? PLAN : List.of());
	}

	private JudgedRequest request(int rank) {
		double shrink = Math.pow(0.965, rank) * (0.97 + 0.03 * this.random.nextDouble());
		return switch (rank % 5) {
			case 0, 3 -> request("GET /members/token-{t}", shrink, HELD,
					Map.of(TimeComponent.THREAD_WAIT, 402, TimeComponent.POOL, 890, TimeComponent.SQL, 22,
							TimeComponent.FETCH, 3, TimeComponent.REMOTE, 380, TimeComponent.JVM_PAUSE, 9,
							TimeComponent.CPU, 31, TimeComponent.BLOCKED, 6));
			case 1 -> request("GET /tickets/api/v1/search", shrink, HEAP,
					Map.of(TimeComponent.THREAD_WAIT, 402, TimeComponent.POOL, 1, TimeComponent.SQL, 88,
							TimeComponent.FETCH, 64, TimeComponent.REMOTE, 0, TimeComponent.JVM_PAUSE, 905,
							TimeComponent.CPU, 196, TimeComponent.CPU_WAIT, 31, TimeComponent.BLOCKED, 16));
			case 2 -> request("GET /tickets/api/v1/search", shrink, SLOW_SQL,
					Map.of(TimeComponent.THREAD_WAIT, 12, TimeComponent.POOL, 1, TimeComponent.SQL, 1288,
							TimeComponent.FETCH, 264, TimeComponent.REMOTE, 0, TimeComponent.JVM_PAUSE, 5,
							TimeComponent.CPU, 96, TimeComponent.CPU_WAIT, 4, TimeComponent.BLOCKED, 16));
			default -> request("POST /orders", shrink, null,
					Map.of(TimeComponent.THREAD_WAIT, 210, TimeComponent.POOL, 40, TimeComponent.SQL, 310,
							TimeComponent.FETCH, 0, TimeComponent.REMOTE, 250, TimeComponent.JVM_PAUSE, 12,
							TimeComponent.CPU, 260, TimeComponent.BLOCKED, 330));
		};
	}

	private JudgedRequest request(String route, double shrink, @Nullable Verdict verdict,
			Map<TimeComponent, Integer> millis) {
		Map<TimeComponent, Long> nanos = new EnumMap<>(TimeComponent.class);
		millis.forEach((component, time) -> nanos.put(component, (long) (time * shrink * 1e6)));
		ServedRequest request = new ServedRequest(route, "4bf92f35", NOW.minusSeconds(this.random.nextInt(480)), 200, 1,
				new RequestFigures(ComponentTimes.of(nanos), 3, 41, (long) (2_100_000 * shrink), ThreadSamples.NONE,
						(verdict == HELD) ? "tickets" : "", "", STATEMENTS, REMOTES),
				List.of("MemberController.byToken 1290 ms", "  MemberService.member 1284 ms",
						"    TokenClient.resolve 380 ms", "    MemberRepository.findByToken 12 ms"));
		return new JudgedRequest(request, verdict);
	}

	private static List<Advice> advice() {
		return List.of(
				new Advice("maximum size of tickets", "10", "10", "ceil((borrowed + waiting) / 0.8)",
						List.of("0.5 borrowed on average", "0.0 threads waiting on average"), "Little's law",
						"With connections that are held only while they are used, 3 would do."),
				new Advice("request threads", "200", "20", "ceil(requests/s x mean time / 0.8)",
						List.of("82 requests/s", "mean time 0.190 s"), "Little's law",
						"The load of the busiest minute needs them."));
	}

	private static Map<String, String> capabilities() {
		Map<String, String> capabilities = new LinkedHashMap<>();
		capabilities.put("queue", "estimated from busy threads and the X-Request-Start header");
		capabilities.put("pool", "around getConnection of 1 pool");
		capabilities.put("sql", "around each execution");
		capabilities.put("fetch", "around each row, until they come from memory");
		capabilities.put("remote", "RestClient, RestTemplate, WebClient");
		capabilities.put("stw", "exact: the JVM's own counter");
		capabilities.put("cpu", "time of the thread");
		return capabilities;
	}

}
