package io.perfstarter.reporting.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.perfstarter.reporting.Finding;
import io.perfstarter.reporting.JudgedRequest;
import io.perfstarter.reporting.JudgedWindow;
import io.perfstarter.reporting.WhySlow;
import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.ExecutorWindow;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.RemoteUse;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.StatementUse;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WhySlowPage}.
 */
class WhySlowPageTests {

	private static final String HOSTILE = "</title></style></svg><script>alert(1)</script>\" onload=\"alert(2)\" '";

	@Test
	void saysWhatIsSlowAndWhatToDo() {
		assertThat(page(ParkingState.rich())).contains("Connections of the pool tickets are held idle",
				"Call token-service before the transaction begins", "for 6 % of that time", "CONNECTION_HELD_IDLE",
				"A statement is slow: select * from ticket where car_number like ?",
				"Time breakdown of the slow requests", "Add an index that serves it.");
	}

	@Test
	void saysThatNothingIsSlow() {
		assertThat(page(ParkingState.healthy())).contains("Nothing is slow.", "No request was slow.",
				"No setting needs a change.");
	}

	@Test
	void saysThatSomeAreSlowForNoOneCause() {
		Window window = ParkingState.rich().windows().get(0).window();
		WhySlow state = new WhySlow(ParkingState.NOW, "tickets-1", List.of(new JudgedWindow(window, null)), List.of(),
				List.of(), Map.of());
		assertThat(page(state))
			.contains("No cause stands out.", "requests in the last 30 s were slow.",
					"slow requests, and no cause stands out")
			.doesNotContain("Nothing is slow.", "Nothing was slow");
	}

	@Test
	void saysThatNobodyCountsRequests() {
		Window counted = ParkingState.healthy().windows().get(0).window();
		Window window = counted.with(RequestsWindow.NOT_COUNTED);
		WhySlow state = new WhySlow(ParkingState.NOW, "tickets-1", List.of(new JudgedWindow(window, null)), List.of(),
				List.of(), Map.of());
		assertThat(page(state)).contains("No cause stands out.", "Requests are not measured.")
			.doesNotContain(" -1", ">-1", "NaN");
	}

	@Test
	void showsWhereConnectionsLeak() {
		assertThat(page(ParkingState.rich())).doesNotContain("not returned):");
		Window window = ParkingState.rich().windows().get(0).window();
		WhySlow state = new WhySlow(ParkingState.NOW, "tickets-1",
				List.of(new JudgedWindow(crowded(window, "shop", 1), null)), List.of(), List.of(), Map.of());
		assertThat(page(state)).contains("not returned):", "<li>ReportService.export for 63 s");
	}

	@Test
	void saysThatNothingWasMeasuredYet() {
		assertThat(page(ParkingState.empty())).contains("Nothing has been measured yet.", "No period has ended yet.")
			.doesNotContain("Nothing is slow.")
			.doesNotContain("NaN");
	}

	@Test
	void showsWhereTheTimeOfARequestWent() {
		ServedRequest request = request("GET /orders/{id}", Map.of(TimeComponent.SQL, 900, TimeComponent.CPU, 100),
				"select 1", "shop");
		String page = page(ParkingState.withRequest(request, ParkingState.SLOW_SQL));
		assertThat(page).contains("<code>GET /orders/{id}</code> <b>1 s</b>", "sql 90 %, cpu 10 %", "SLOW_SQL",
				"14:30:00, status 200, 7 statements, 40 rows, n/a allocated, trace 4bf92f35",
				"<th>sql<td>900 ms<td>90 %", "<th>thread wait<td>n/a<td>n/a",
				"<th>select 1<td>× 7<td>800 ms<td>300 ms<td>40", "<th>shop<td>× 2<td>90 ms",
				"Waited for pool main. Needed 2 connections at once.", "OrderService.order");
	}

	@Test
	void everyPartHasItsColourAndItsMeaning() {
		String page = page(ParkingState.rich());
		for (TimeComponent component : TimeComponent.values()) {
			assertThat(page).contains("<pattern id=\"" + component.label() + "\"", "." + component.label() + " {",
					"<b>" + component.title() + "</b> " + StackedBar.meaning(component));
		}
	}

	@Test
	void chartsWhatChanged() {
		assertThat(page(ParkingState.rich())).contains("<b>Response times</b>", "<b>Slow requests</b>",
				"<h3>Pool tickets</h3>", "<b>Connections</b>", "<b>Longest wait for a connection</b>",
				"<b>JVM paused</b>", "<b>Heap after collections</b>", "<b>Hit rate</b>", "<b>Verdicts</b>",
				"<h3>Executors</h3>", "13:53:00 to 14:04:00</span> The heap is too small");
	}

	@Test
	void tellsWhatIsNotMeasured() {
		assertThat(page(ParkingState.rich())).contains("<dt>GC/safepoint pause<dd>exact: the JVM's own counter",
				"<dt>CPU wait<dd>n/a");
	}

	@Test
	void nothingThatComesFromOutsideBecomesMarkup() {
		Verdict verdict = new Verdict(Cause.SLOW_SQL, HOSTILE, true, 1, HOSTILE, HOSTILE,
				List.of(new Verdict(Cause.SLOW_REMOTE, HOSTILE, false, 1, HOSTILE, HOSTILE, List.of())));
		Finding finding = new Finding(HOSTILE, HOSTILE, List.of(HOSTILE));
		WhySlow state = new WhySlow(ParkingState.NOW, HOSTILE,
				List.of(new JudgedWindow(crowded(ParkingState.rich().windows().get(0).window(), HOSTILE, 1), verdict)),
				List.of(new JudgedRequest(request(HOSTILE, Map.of(TimeComponent.SQL, 1), HOSTILE, HOSTILE), verdict)),
				List.of(finding), Map.of("sql", HOSTILE));
		String page = page(state);
		assertThat(page).doesNotContain("<script")
			.doesNotContain("</title></style>")
			.doesNotContainPattern("<[a-z][^<>]*\" onload")
			.contains("&lt;script&gt;alert(1)");
	}

	@ParameterizedTest
	@ValueSource(strings = { "rich", "healthy", "empty" })
	void needsNothingThatItsPolicyForbids(String name) {
		String page = page(state(name));
		assertThat(page).doesNotContainPattern("<script|\\sstyle=|\\son[a-z]+=\"|javascript:|<img|@import|@font-face")
			.doesNotContainPattern("<link(?! rel=\"icon\" href=\"data:,\">)")
			.doesNotContainPattern("url\\((?!#)")
			.doesNotContain("http://")
			.doesNotContain("https://");
	}

	@Test
	void policyAllowsTheStyleSheetByItsHash() throws Exception {
		String page = page(ParkingState.rich());
		Matcher style = Pattern.compile("<style>(.*?)</style>", Pattern.DOTALL).matcher(page);
		assertThat(style.find()).isTrue();
		byte[] hash = MessageDigest.getInstance("SHA-256").digest(style.group(1).getBytes(StandardCharsets.UTF_8));
		assertThat(page).contains("content=\"default-src 'none'; style-src 'sha256-"
				+ Base64.getEncoder().encodeToString(hash) + "'; img-src data:; base-uri 'none'; form-action 'none'\"");
		assertThat(page.indexOf("Content-Security-Policy")).isLessThan(page.indexOf("<style>"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "rich", "healthy", "empty" })
	void headingsLeaveNoLevelOut(String name) {
		Matcher heading = Pattern.compile("<h([1-6])").matcher(page(state(name)));
		int level = 0;
		while (heading.find()) {
			int next = Integer.parseInt(heading.group(1));
			assertThat(next).isBetween(1, level + 1);
			level = next;
		}
		assertThat(level).isPositive();
	}

	@Test
	void idsAreUnique() {
		Matcher id = Pattern.compile(" id=\"([^\"]+)\"").matcher(page(ParkingState.rich()));
		List<String> ids = new ArrayList<>();
		while (id.find()) {
			ids.add(id.group(1));
		}
		assertThat(ids).contains("now", "slowest", "hour", "advice", "measured").doesNotHaveDuplicates();
	}

	@Test
	void staysSmallHoweverMuchThereIs() {
		String page = page(overfull());
		assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(200_000);
		assertThat(page).contains("Not shown: 150 further requests. Without details: the last ",
				"Not shown: 27 further pools.", "Not shown: 26 further caches.", "Not shown: 10 further executors.",
				"<h3>Limiters</h3>", "Not shown: 5 further findings.");
	}

	private static WhySlow state(String name) {
		return switch (name) {
			case "rich" -> ParkingState.rich();
			case "healthy" -> ParkingState.healthy();
			default -> ParkingState.empty();
		};
	}

	private static WhySlow overfull() {
		String much = "select <a> & \"b\" ".repeat(60);
		List<JudgedWindow> windows = new ArrayList<>();
		for (int i = 0; i < 120; i++) {
			Verdict verdict = new Verdict(Cause.values()[i % Cause.values().length], much, true, 0.5, much, much,
					List.of());
			Window window = ParkingState.rich().windows().get(i).window();
			windows.add(new JudgedWindow(crowded(window, "a long name of something", 30), verdict));
		}
		ServedRequest request = request("GET /" + "{segment}/".repeat(30),
				Map.of(TimeComponent.THREAD_WAIT, 99, TimeComponent.POOL, 99, TimeComponent.SQL, 99,
						TimeComponent.FETCH, 99, TimeComponent.REMOTE, 99, TimeComponent.JVM_PAUSE, 99,
						TimeComponent.CPU, 99, TimeComponent.CPU_WAIT, 99, TimeComponent.BLOCKED, 99),
				much, much);
		Verdict verdict = new Verdict(Cause.SLOW_SQL, much, true, 0.5, much, much, List.of());
		Finding finding = new Finding("A title", "A sentence that says something. ".repeat(4),
				List.of("input", "source"));
		return new WhySlow(ParkingState.NOW, "tickets-1", windows,
				Collections.nCopies(200, new JudgedRequest(request, verdict)), Collections.nCopies(25, finding),
				ParkingState.rich().capabilities());
	}

	private static Window crowded(Window window, String name, int count) {
		List<PoolWindow> pools = new ArrayList<>();
		List<CacheWindow> caches = new ArrayList<>();
		List<ExecutorWindow> executors = new ArrayList<>();
		PoolWindow pool = window.pools().get(0);
		for (int i = 0; i < count; i++) {
			pools.add(new PoolWindow(name + i, pool.max(), pool.active(), pool.peak(), pool.requests(), pool.refused(),
					pool.waiting(), pool.longestWait(), pool.usages(), pool.borrowedNanos(), pool.usageP95(),
					pool.sql(), pool.remote(), pool.stopped(), List.of("ReportService.export for 63 s")));
			caches.add(new CacheWindow(name + i, 1000 - i, 10, 1, 1));
			executors.add(new ExecutorWindow(name + i, 8, 1, 1, 1, 1, 1, ""));
		}
		return new Window(window.end(), window.length(), window.requests(), pools, window.machine(), caches, executors,
				List.of(new LimiterWindow("requests", 40, "processors are 99 % busy", 40, 7, 3, 90, 900_000_000)),
				window.sessions(), window.threads());
	}

	private static ServedRequest request(String route, Map<TimeComponent, Integer> millis, String sql, String target) {
		return new ServedRequest(route, "4bf92f35", ParkingState.NOW, 200, 2,
				new RequestFigures(ParkingState.millis(millis), 7, 40, -1, ThreadSamples.NONE, "main", "executor mail",
						List.of(new StatementUse(sql, 7, 800_000_000, 300_000_000, 40)),
						List.of(new RemoteUse(target, 2, 90_000_000))),
				Collections.nCopies(40, "OrderService.order " + sql));
	}

	private static String page(WhySlow state) {
		return WhySlowPage.html(state, ZoneOffset.UTC);
	}

}
