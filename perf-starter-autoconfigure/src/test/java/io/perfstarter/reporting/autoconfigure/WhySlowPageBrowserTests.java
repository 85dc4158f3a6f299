package io.perfstarter.reporting.autoconfigure;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.sun.net.httpserver.HttpServer;
import io.perfstarter.fixtures.Axe;
import io.perfstarter.fixtures.Browser;
import io.perfstarter.fixtures.Readability;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.reporting.ParkingState;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * The page of {@link WhySlowEndpoint} in a real browser.
 */
@Tag(Tier.CI)
class WhySlowPageBrowserTests {

	private static final String HOSTILE = "</script><img src=x onerror=alert(1)>" + "very".repeat(80);

	private static final String RICH = ParkingState.rich();

	/**
	 * The JSON that the page reads, by the path of the page.
	 */
	private static final Map<String, String> REPORTS = Map.of("/rich", RICH, "/healthy", ParkingState.healthy(),
			"/empty", ParkingState.empty(), "/uncounted", ParkingState.uncounted(), "/gap", ParkingState.gap(),
			"/hostile", RICH.replaceAll("tickets|token", HOSTILE), "/login", "<!DOCTYPE html><title>Log in</title>",
			"/forbidden", RICH);

	private static final String STACKS = "Period until 2026-03-02T14:30:00Z: LOCK, 3 samples";

	private static final String PALE = Readability.paleTexts("true");

	private static final String TOO_WIDE = Readability.tooWide("!element.closest('.skip')");

	private static HttpServer server;

	private static Browser browser;

	@BeforeAll
	static void start() throws Exception {
		Optional<Path> program = Browser.find();
		if (program.isEmpty()) {
			return;
		}
		String page = WhySlowPageTests.page();
		server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		REPORTS.forEach((path, report) -> server.createContext(path, (exchange) -> {
			boolean json = exchange.getRequestHeaders().getFirst("Accept").equals("application/json");
			String html = path.equals("/forbidden") ? page.replace("<main", "<script>1</script><main") : page;
			String answer = json ? report : exchange.getRequestURI().getPath().endsWith("/stacks") ? STACKS : html;
			byte[] body = answer.getBytes(StandardCharsets.UTF_8);
			exchange.getResponseHeaders().set("Content-Type", "text/html;charset=utf-8");
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		}));
		server.start();
		browser = Browser.start(program.get());
	}

	// Before each of them, since what is skipped as a whole is counted as nothing.
	@BeforeEach
	void wantsABrowser() {
		assumeThat(browser).as("Chromium is neither on the PATH nor named by CHROMIUM: the page is not seen")
			.isNotNull();
	}

	@AfterAll
	static void stop() throws Exception {
		if (browser != null) {
			browser.close();
			server.stop(0);
		}
	}

	@ParameterizedTest
	@CsvSource({ "rich, 390, light", "rich, 390, dark", "rich, 1280, light", "rich, 1280, dark", "healthy, 390, dark",
			"healthy, 1280, light", "empty, 390, light", "hostile, 390, light", "hostile, 1280, dark" })
	void isReadableAndQuiet(String name, int width, String scheme) throws Exception {
		open("/" + name, width, scheme);
		picture("whyslow-%s-%d-%s.png".formatted(name, width, scheme), true);
		assertThat(browser.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
		browser.evaluate("document.querySelectorAll('details').forEach((details) => details.open = true)");
		assertThat(browser.evaluate(PALE)).isEqualTo("");
		assertThat(browser.evaluate(TOO_WIDE)).isEqualTo("");
		assertThat(browser.evaluate("document.images.length")).isEqualTo(0);
		assertThat(browser.errors()).isEmpty();
		assertThat(text("body")).doesNotContain("undefined", "NaN", "[object");
		Optional<Axe> axe = Axe.find();
		if (axe.isPresent()) {
			assertThat(axe.get().violations(browser)).isEmpty();
		}
	}

	@Test
	void saysFirstWhatIsWrongSinceWhenWhereAndWhatToDo() throws Exception {
		open("/rich", 1280, "light");
		assertThat(text("#now")).containsSubsequence(
				"Connections of the pool tickets are held idle, and other requests wait behind it.",
				"Since 14:21:30. 195 of 1348 requests in the last 30 s were slow.", "GET /members/token-{t}",
				"What to do: Call token-service before", "statements ran on them for 6 % of that time",
				"CONNECTION_HELD_IDLE explains 81 % of the slow time.", "pool 51 %, thread wait 23 %, remote 22 %",
				"A statement is slow: select * from ticket", "SLOW_SQL explains 17 % of the slow time.", "45/s");
		assertThat(content("#now details pre")).isEqualTo("Query plan.\nLimit (rows=9)\n  Seq Scan on ticket");
		assertThat(content("#now details:last-of-type")).contains("fetch first ? rows only× 281 ms62 ms40",
				"GET token-service/tokens/{t}× 1380 ms");
		assertThat(browser.evaluate("document.title")).isEqualTo("Why slow? tickets-1");
	}

	@Test
	void showsWhereTheTimeOfARequestWent() throws Exception {
		open("/rich", 1280, "light");
		assertThat(count(".requests > li")).isEqualTo(64);
		assertThat(content(".requests > li")).contains("GET /members/token-{t}1.7 s",
				"Connections of the pool tickets are held idle", "status 200, 3 statements, 41 rows, 2.0 MB allocated",
				"trace 4bf92f35", "Waited for pool tickets. Needed 1 connection at once.", "pool885 ms51 %",
				"CPU waitn/an/a", "MemberController.byToken 1290 ms\n  MemberService.member 1284 ms");
		assertThat(string("""
				(() => {
					const bar = document.querySelector('.bar');
					const pieces = [...bar.children].map((piece) => piece.getBoundingClientRect().width);
					return (pieces.reduce((sum, width) => sum + width) / bar.getBoundingClientRect().width).toFixed(2);
				})()""")).isEqualTo("1.00");
		browser.evaluate("document.querySelector('#slowest > details:last-child').open = true");
		await().until(() -> text("#slowest > details:last-child pre").equals(STACKS));
	}

	@Test
	void showsThePeriodsAndTheirCauses() throws Exception {
		open("/rich", 1280, "light");
		assertThat(text("#hour .causes"))
			.isEqualTo("14:21:30 to 14:30:00 Connections of the pool tickets are held idle,"
					+ " and other requests wait behind it (CONNECTION_HELD_IDLE)\n13:53:00 to 14:04:00"
					+ " The heap is too small, and other requests wait behind it (GC_HEAP_TOO_SMALL)");
		assertThat(content("#hour tbody tr")).contains("14:30:00CONNECTION_HELD_IDLE195337 ms1.6 s", "984 ms");
		assertThat(count("#hour tbody tr")).isEqualTo(120);
		assertThat(count("#hour .strip i")).isEqualTo(4);
		assertThat(content("#resources")).contains("ReportService.export for 63 s", "ticket-search", "executor",
				"processors are 99 % busy");
		assertThat(text("#advice")).contains("maximum size of tickets", "20 instead of 200");
		assertThat(text("#measured")).contains("GC/safepoint pause", "exact: the JVM's own counter", "n/a");
		open("/gap", 1280, "light");
		assertThat(text("#now")).contains("Since 14:28:00.");
		assertThat(text("#hour .causes")).contains("14:21:30 to 14:27:30 Connections");
	}

	@Test
	void saysThatNoCauseIsKnown() throws Exception {
		open("/healthy", 1280, "light");
		assertThat(text("main")).contains("Nothing is slow.", "No request was slow.", "No period has a cause.",
				"No setting needs a change.");
		open("/uncounted", 1280, "light");
		assertThat(text("#now")).contains("No cause stands out.", "Requests are not measured.",
				"The last cause, 14:28:30 to 14:29:30: Connections of the pool tickets");
		open("/empty", 1280, "light");
		assertThat(text("main")).contains("Nothing has been measured yet.", "No period has ended yet.");
		open("/login", 1280, "light");
		assertThat(text("main")).contains("The report cannot be read.", "log in again");
	}

	@Test
	void nothingThatComesFromTheApplicationIsMarkup() throws Exception {
		open("/hostile", 1280, "light");
		for (String section : List.of("now", "slowest", "hour", "resources", "advice")) {
			assertThat(content("#" + section)).contains(HOSTILE);
		}
	}

	@Test
	void eachComponentLooksDifferent() throws Exception {
		open("/rich", 1280, "light");
		assertThat(browser.evaluate("new Set([...document.querySelectorAll('.legend .part')]"
				+ ".map((part) => getComputedStyle(part).background)).size"))
			.isEqualTo(TimeComponent.values().length);
	}

	@Test
	void policyForbidsOtherScripts() throws Exception {
		open("/forbidden", 390, "light");
		assertThat(browser.errors()).hasSize(1)
			.anySatisfy((error) -> assertThat(error).contains("Content Security Policy"));
	}

	@Test
	void keysReachEveryFoldAndShowWhereTheyAre() throws Exception {
		open("/rich", 1280, "light");
		browser.evaluate("document.querySelector('summary').focus({focusVisible: true})");
		assertThat(browser.evaluate("getComputedStyle(document.activeElement).outlineStyle")).isEqualTo("solid");
	}

	@Test
	void pictureForTheDocuments() throws Exception {
		browser.show(1060, 1800, "light");
		load("/rich");
		byte[] picture = picture("whyslow.png", false);
		assertThat(picture).hasSizeBetween(10_000, 500_000);
		if (Boolean.getBoolean("screenshot.write")) {
			Files.write(Path.of("../docs/features/whyslow.png"), picture);
		}
	}

	private static void open(String path, int width, String scheme) throws Exception {
		browser.show(width, 900, scheme);
		load(path);
	}

	private static void load(String path) throws Exception {
		browser.open("http://127.0.0.1:" + server.getAddress().getPort() + path);
		await().until(() -> count("#now, #failed") == 1);
	}

	private static byte[] picture(String name, boolean whole) throws Exception {
		byte[] picture = browser.screenshot(whole);
		Files.write(Files.createDirectories(Path.of("target/screenshots")).resolve(name), picture);
		return picture;
	}

	private static String text(String selector) throws Exception {
		return string("document.querySelector('%s').innerText".formatted(selector));
	}

	/**
	 * Returns the text of an element with that of its folds, which may be closed.
	 */
	private static String content(String selector) throws Exception {
		return string("document.querySelector('%s').textContent".formatted(selector));
	}

	private static String string(String expression) throws Exception {
		return ((String) browser.evaluate(expression)).replace('\u00a0', ' ');
	}

	private static int count(String selector) throws Exception {
		return (int) browser.evaluate("document.querySelectorAll('%s').length".formatted(selector));
	}

}
