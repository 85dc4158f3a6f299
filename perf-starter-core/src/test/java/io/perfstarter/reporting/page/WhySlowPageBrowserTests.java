package io.perfstarter.reporting.page;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.sun.net.httpserver.HttpServer;
import io.perfstarter.fixtures.Axe;
import io.perfstarter.fixtures.Browser;
import io.perfstarter.fixtures.Readability;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
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

/**
 * {@link WhySlowPage} in a real browser.
 */
@Tag(Tier.CI)
class WhySlowPageBrowserTests {

	private static final Map<String, String> PAGES = Map.of("/rich",
			WhySlowPage.html(ParkingState.rich(), ZoneOffset.UTC), "/short",
			WhySlowPage.html(ParkingState.withThreeRequests(), ZoneOffset.UTC), "/healthy",
			WhySlowPage.html(ParkingState.healthy(), ZoneOffset.UTC), "/empty",
			WhySlowPage.html(ParkingState.empty(), ZoneOffset.UTC), "/forbidden",
			WhySlowPage.html(ParkingState.empty(), ZoneOffset.UTC).replace("<main", "<script>1</script><main"));

	private static final String PALE = Readability.paleTexts("!['title', 'defs'].includes(element.localName)");

	// What is wider than its own scrolling box does not make the page wider.
	private static final String TOO_WIDE = Readability.tooWide("!element.closest('.scroll, .skip, svg svg')");

	private static HttpServer server;

	private static Browser browser;

	@BeforeAll
	static void start() throws Exception {
		Optional<Path> program = Browser.find();
		if (program.isEmpty()) {
			return;
		}
		server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		PAGES.forEach((path, page) -> server.createContext(path, (exchange) -> {
			byte[] body = page.getBytes(StandardCharsets.UTF_8);
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
		}
		if (server != null) {
			server.stop(0);
		}
	}

	@Test
	void axeFindsNoViolation() throws Exception {
		Optional<Axe> axe = Axe.find();
		assumeThat(axe).as("-Daxe names no axe.min.js").isPresent();
		for (String colours : List.of("dark", "light")) {
			for (int width : List.of(390, 1280)) {
				open("/rich", width, 900, colours);
				assertThat(axe.orElseThrow().violations(browser)).as(width + " " + colours).isEmpty();
			}
		}
	}

	@Test
	void everyPanelIsFilled() throws Exception {
		open("/rich", 1200, 900, "light");
		for (String id : List.of("now", "slowest", "hour", "advice", "measured")) {
			assertThat(number("document.getElementById('" + id + "').getBoundingClientRect().height")).as(id)
				.isGreaterThan(80);
		}
		assertThat(number("document.querySelectorAll('.bar').length")).isEqualTo(51);
		assertThat(number("Math.min(...[...document.querySelectorAll('.line')].map((line) => line.getTotalLength()))"))
			.isGreaterThan(15);
		assertThat(number("document.querySelectorAll('.chart').length")).isEqualTo(8);
	}

	@Test
	void barsAreAsLongAsTheirParts() throws Exception {
		open("/rich", 1200, 900, "light");
		assertThat(
				number("""
						(() => {
							const bar = document.querySelector('.bar');
							const breakdown = [...bar.querySelectorAll('rect')].map((component) => component.getBoundingClientRect().width);
							return breakdown.reduce((sum, width) => sum + width, 0) / bar.getBoundingClientRect().width;
						})()"""))
			.isBetween(0.98, 1.01);
		assertThat(number("new Set([...document.querySelectorAll('.patterns .part')]"
				+ ".map((part) => getComputedStyle(part).fill)).size"))
			.isEqualTo(TimeComponent.values().length);
	}

	@UsualRows({ 1, 4 })
	@ParameterizedTest
	@CsvSource({ "/rich, 1200, light", "/rich, 390, dark", "/rich, 360, light", "/healthy, 390, light",
			"/empty, 360, dark" })
	void isReadableAndQuiet(String path, int width, String scheme) throws Exception {
		open(path, width, 844, scheme);
		assertThat(browser.errors()).isEmpty();
		assertThat(browser.evaluate(PALE)).isEqualTo("");
		assertThat(overflow()).isZero();
		browser.evaluate("document.querySelectorAll('details').forEach((details) => details.open = true)");
		assertThat(overflow()).isZero();
		assertThat(browser.evaluate(TOO_WIDE)).isEqualTo("");
	}

	@Test
	void complaintsOfTheBrowserAreHeard() throws Exception {
		open("/forbidden", 390, 844, "light");
		assertThat(browser.errors()).anySatisfy((error) -> assertThat(error).contains("Content Security Policy"));
	}

	@Test
	void keysReachEveryFoldAndShowWhereTheyAre() throws Exception {
		open("/rich", 1200, 900, "light");
		browser.evaluate("document.querySelector('summary').focus({focusVisible: true})");
		assertThat(browser.evaluate("getComputedStyle(document.activeElement).outlineStyle")).isEqualTo("solid");
		assertThat(number("document.querySelectorAll('.scroll:not([tabindex]), .scroll:not([aria-label])').length"))
			.isZero();
		assertThat(number("[...document.querySelectorAll('svg')].filter((svg) => !svg.closest('[role=img], "
				+ "[aria-hidden]')).length"))
			.isZero();
	}

	@Test
	void pictures() throws Exception {
		open("/short", 1060, 1800, "light");
		write("whyslow.png");
		open("/rich", 390, 844, "dark");
		write("whyslow-narrow.png");
		open("/healthy", 1200, 900, "dark");
		write("whyslow-healthy.png");
	}

	private static void write(String name) throws Exception {
		byte[] picture = browser.screenshot(false);
		assertThat(picture).hasSizeBetween(10_000, 500_000);
		Files.write(Files.createDirectories(Path.of("target/screenshots")).resolve(name), picture);
		if (Boolean.getBoolean("screenshot.write") && name.equals("whyslow.png")) {
			Files.write(Path.of("../docs/features").resolve(name), picture);
		}
	}

	private static void open(String path, int width, int height, String scheme) throws Exception {
		browser.show(width, height, scheme);
		browser.open("http://127.0.0.1:" + server.getAddress().getPort() + path);
	}

	private static double overflow() throws Exception {
		return number("document.documentElement.scrollWidth - document.documentElement.clientWidth");
	}

	private static double number(String expression) throws Exception {
		return ((Number) browser.evaluate(expression)).doubleValue();
	}

}
