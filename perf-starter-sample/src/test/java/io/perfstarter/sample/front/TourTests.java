package io.perfstarter.sample.front;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.perfstarter.fixtures.Axe;
import io.perfstarter.fixtures.Browser;
import io.perfstarter.fixtures.FreePort;
import io.perfstarter.fixtures.Readability;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.launcher.RunningParts;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * The page in a real browser: each button is pressed, and what is shown is read.
 */
@ExtendWith(RunningParts.Extension.class)
@Tag(Tier.CI)
class TourTests {

	private static final String PALE = Readability.paleTexts("element.getClientRects().length");

	private static final String TOO_WIDE = Readability.tooWide("true");

	/** By panel, what its words are to say when its button was pressed. */
	private static final Map<String, String> SAID = Map.of("search",
			"A page of 50 tickets took [\\d.]+ ms in 151 calls, and [\\d.]+ ms .*\\. The answers are the same\\.",
			"eviction",
			"The copy was gone from both instances [\\d.]+ ms after the commit\\. "
					+ "Read again, 2 of 2 answer “changed on \\d+ at .*”\\.",
			"coherence", "\\d+ answered \\d+ reads, .*The bound is 15 s\\.", "routing",
			"The client has found its own change, on the .* Somebody else, on the replica, .*"
					+ " On \\d+ the client has found it, on the replica\\.",
			"boundary",
			"Remote call detection names LegacyMemberService\\.byToken\\(\\): .*The new way gives the same answers\\.",
			"async", "200 of 200 orders were answered after \\d+ ms, and the work was seen to be done after .*",
			"warmup", "The first “.*” of \\d+ took [\\d.]+ ms, .* Now it takes [\\d.]+ ms, .*", "reporting",
			"\\d+ requests of \\d+ were slow until .*, and it has found out why:");

	/** By panel, what is to be seen of it, and how often. */
	private static final Map<String, Integer> SHOWN = Map.of("#eviction .tracks i", 3, "#eviction .story li", 3,
			"#coherence .gauge", 2, "#coherence .columns i", 20, "#routing .steps li", 5, "#boundary .holds li", 3,
			"#async .executors li", 2, "#warmup .calls li", 3, "#warmup .start", 2, "#reporting .verdict h3", 1);

	@AutoClose
	private static Browser browser;

	private final RunningParts parts;

	private final List<Integer> ports;

	TourTests(RunningParts parts) {
		this.parts = parts;
		this.ports = parts.ticketServices().stream().map((uri) -> URI.create(uri).getPort()).sorted().toList();
	}

	@BeforeAll
	static void start() throws Exception {
		Optional<Path> program = Browser.find();
		if (program.isPresent()) {
			browser = Browser.start(program.get());
		}
	}

	// Before each of them, since what is skipped as a whole is counted as nothing.
	@BeforeEach
	void wantsABrowser() throws Exception {
		assumeThat(browser).as("Chromium is neither on the PATH nor named by CHROMIUM: the page is not seen")
			.isNotNull();
		browser.show(1000, 900, "light");
	}

	@Test
	void everyButtonShowsWhatHappens() throws Exception {
		open(this.parts.front());
		for (String panel : List.of("search", "eviction", "coherence", "routing", "boundary", "async", "warmup",
				"reporting")) {
			browser.evaluate("document.querySelector('#%s button').click()".formatted(panel));
			awaitText("#" + panel + " .said", SAID.get(panel));
		}
		awaitText("#parts .instances", "ticket-service %d %d".formatted(this.ports.get(0), this.ports.get(1)));
		awaitText("#coherence .gauges",
				"(?s)(\\d+\\s+has heard of all evictions up to [\\d.]+ s ago; 15 s is the bound\\s*){2}");
		SHOWN.forEach((selector, count) -> assertThat(count(selector)).as(selector).isEqualTo(count));
		assertThat(count("#search .calls li")).isEqualTo(5);
		assertThat(text("#reporting .verdict")).contains("What to do:", "GET /members-legacy/token-{token}");
		assertThat(text("#boundary .said")).contains("remote call");
		assertThat(browser.errors()).isEmpty();
		pictureForTheDocuments();
		for (String colours : List.of("dark", "light")) {
			browser.show(360, 800, colours);
			assertThat(browser.evaluate(TOO_WIDE)).isEqualTo("");
			assertThat(browser.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
			assertThat(browser.evaluate(PALE)).isEqualTo("");
			picture("tour-%s.png".formatted(colours));
			for (int width : List.of(390, 1280)) {
				browser.show(width, 800, colours);
				picture("tour-%d-%s.png".formatted(width, colours));
			}
		}
	}

	@Test
	void changeOfSomebodyElseIsShown() throws Exception {
		open(this.parts.front());
		int port = this.ports.get(1);
		String path = "%s/instances/%d/tickets/1".formatted(this.parts.front(), port);
		ObjectNode ticket = (ObjectNode) new JsonMapper().readTree(this.parts.get(path).body());
		assertThat(this.parts.put(path, ticket.put("notes", "not by the page").toString()).statusCode()).isEqualTo(200);
		// Either instance may be the first to evict.
		awaitText("#eviction .story",
				"(?s)%d commits a change at (?=.*%1$d evicts ticket 1 and the searches of lot )".formatted(port)
						+ "(?=.*%d evicts the same \\+[\\d.]+ ms).*".formatted(this.ports.get(0)));
		awaitText("#eviction .said",
				"%d has changed ticket 1\\. The copy was gone from both instances [\\d.]+ ms after the commit\\."
					.formatted(port));
		assertThat(browser.errors()).isEmpty();
	}

	@Test
	void axeFindsNoViolation() throws Exception {
		Optional<Axe> axe = Axe.find();
		assumeThat(axe).as("-Daxe names no axe.min.js").isPresent();
		open(this.parts.front());
		for (String panel : List.of("search", "eviction", "routing", "boundary", "warmup")) {
			browser.evaluate("document.querySelector('#%s button').click()".formatted(panel));
			awaitText("#" + panel + " .said", SAID.get(panel));
		}
		for (String colours : List.of("dark", "light")) {
			for (int width : List.of(390, 1280)) {
				browser.show(width, 800, colours);
				assertThat(axe.orElseThrow().violations(browser)).as(width + " " + colours).isEmpty();
			}
		}
	}

	@Test
	void keyboardIsEnoughAndTheFocusStays() throws Exception {
		open(this.parts.front());
		browser.evaluate("document.querySelector('#routing button').focus({focusVisible: true})");
		assertThat(browser.evaluate("getComputedStyle(document.activeElement).outlineStyle")).isEqualTo("solid");
		browser.pressEnter();
		awaitText("#routing .said", SAID.get("routing"));
		assertThat(browser.evaluate("document.activeElement.matches('#routing button')")).isEqualTo(true);
	}

	@Test
	void whatHappensIsReadAloud() throws Exception {
		open(this.parts.front());
		assertThat(count("section .said[role=status]")).isEqualTo(count("section")).isEqualTo(8);
		assertThat(count("section select:not(label select)")).isZero();
	}

	@Test
	void frontThatIsBackIsHeardAgain() throws Exception {
		int port = FreePort.find();
		try (ConfigurableApplicationContext front = this.parts.anotherFront(port)) {
			open(RunningParts.address(front));
		}
		awaitText("#live", "Not connected.*");
		try (ConfigurableApplicationContext front = this.parts.anotherFront(port)) {
			awaitText("#live", "Live.*");
			await().until(() -> front.getBean(EventStream.class).listeners() == 1);
		}
	}

	private static void open(String front) throws Exception {
		browser.open(front + "/");
		awaitText("#live", "Live.*");
		await().until(() -> count("#eviction option") == 2);
	}

	private static void awaitText(String selector, String pattern) {
		await(selector).atMost(Duration.ofSeconds(90)).untilAsserted(() -> assertThat(text(selector)).matches(pattern));
	}

	private static String text(String selector) throws Exception {
		return (String) browser.evaluate("document.querySelector('%s').innerText".formatted(selector));
	}

	private static int count(String selector) {
		try {
			return (int) browser.evaluate("document.querySelectorAll('%s').length".formatted(selector));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void pictureForTheDocuments() throws Exception {
		browser.show(1000, 1640, "light");
		browser.evaluate("window.scrollTo(0, 0)");
		byte[] picture = browser.screenshot(false);
		assertThat(picture).hasSizeBetween(10_000, 500_000);
		if (Boolean.getBoolean("screenshot.write")) {
			Files.write(Path.of("../docs/features/tour.png"), picture);
		}
	}

	private static void picture(String name) throws Exception {
		Files.write(Files.createDirectories(Path.of("target/screenshots")).resolve(name), browser.screenshot(true));
	}

}
