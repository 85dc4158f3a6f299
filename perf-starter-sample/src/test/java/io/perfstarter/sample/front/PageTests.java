package io.perfstarter.sample.front;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.sample.launcher.RunningParts;
import io.perfstarter.sample.launcher.Visitor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.util.HtmlUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the page and of the files that it is made of.
 */
@ExtendWith(RunningParts.Extension.class)
@Tag(Tier.CI)
class PageTests {

	private static final Pattern REFERENCE = Pattern.compile("\\s(?:src|href|action)=\"([^\"]*)\"|from '\\.([^']*)'");

	/** What the page says is so without a word. */
	private static final Map<String, String> DEFAULTS = Map.of("perf-starter.boundary.remote-calls", "warn");

	private final RunningParts parts;

	PageTests(RunningParts parts) {
		this.parts = parts;
	}

	@Test
	void pageShowsTheInstances() {
		HttpResponse<String> answer = get("/");
		assertThat(answer.headers().firstValue("Content-Type"))
			.hasValueSatisfying((type) -> assertThat(type).startsWith("text/html"));
		assertThat(answer.body()).contains("ticket-service").contains(this.parts.ticketServices()).doesNotContain("{{");
	}

	@Test
	void pageAndItsFilesReferToNoOtherHost() {
		Map<String, String> files = files();
		assertThat(files).containsKeys("/", "/page.css", "/search.js", "/eviction.js", "/coherence.js", "/routing.js",
				"/boundary.js", "/async.js", "/warmup.js", "/reporting.js", "/panel.js", "/calls.js", "/events.js");
		files.forEach((path, text) -> {
			assertThat(references(text)).as(path)
				.allMatch((reference) -> reference.matches("/([^/].*)?|data:,|#[a-z]+"));
			if (!path.equals("/")) {
				assertThat(text).as(path).doesNotContain("://", "url(", "@import", "innerHTML");
			}
		});
	}

	@Test
	void browserAsksWhetherItsFilesAreStillThose() {
		assertThat(get("/page.css").headers().firstValue("Cache-Control")).hasValue("no-cache");
	}

	@Test
	void browserIsToldToTalkToTheFrontOnly() {
		assertThat(get("/").body()).contains("Content-Security-Policy\" content=\"default-src 'self';");
	}

	@Test
	void panelOfRoutingGetsWhatAnInstanceKnowsOfTheServers() {
		assertThat(get("/").body()).contains("<section id=\"routing\">");
		for (String instance : this.parts.ticketServices()) {
			String path = "/instances/%d/routing".formatted(URI.create(instance).getPort());
			JsonNode state = await(path).until(() -> new JsonMapper().readTree(get(path).body()),
					(now) -> now.get("replicas").get(0).get("state").asString().equals("UP"));
			assertThat(state.get("primary").propertyNames()).contains("answering", "fallbacks", "fallbackLimit",
					"lastError");
			assertThat(state.get("primary").get("answering").asBoolean()).isTrue();
			JsonNode standby = state.get("replicas").get(0);
			assertThat(standby.propertyNames()).contains("inFlight", "poolSize", "lastError");
			assertThat(standby.get("name").asString()).isEqualTo("standby");
			assertThat(standby.get("lag").asString()).startsWith("PT");
		}
		assertThat(this.parts.get(this.parts.front() + "/instances/1/routing").statusCode()).isEqualTo(404);
	}

	@Test
	void clientFindsItsOwnChange() {
		for (String instance : this.parts.ticketServices()) {
			String path = this.parts.front() + "/instances/%d/own-write".formatted(URI.create(instance).getPort());
			// A busy machine may be late with the change, or find the replica down.
			JsonNode steps = await(path).until(() -> stepsOfOwnWrite(path),
					(all) -> all.get(3).get("database").asString().equals("replica")
							&& all.get(4).get("database").asString().equals("replica"));
			assertThat(steps.get(4).get("port").asInt()).isNotEqualTo(steps.get(2).get("port").asInt());
			assertThat(steps).extracting((step) -> step.get("database").asString())
				.allMatch((database) -> database.matches("primary|replica"));
			assertThat(steps.get(1).get("database").asString()).isEqualTo("primary");
		}
		assertThat(Visitor.withCookies().post(this.parts.front() + "/instances/1/own-write", "{}").statusCode())
			.isEqualTo(404);
	}

	private static JsonNode stepsOfOwnWrite(String path) {
		JsonNode steps = new JsonMapper().readTree(Visitor.withCookies().post(path, "{}").body());
		assertThat(steps).extracting((step) -> step.get("step").asString())
			.containsExactly("read", "change", "own read", "read by others", "own read elsewhere");
		assertThat(steps).extracting((step) -> step.get("changed").asBoolean())
			.startsWith(false, true, true)
			.endsWith(true);
		return steps;
	}

	@Test
	void whatThePageSaysSwitchesAFeatureOnIsWhatTheSampleHas() throws IOException {
		Properties settings = settingsOfTheTicketService();
		Matcher code = Pattern.compile("<code>([^<]*)</code>").matcher(get("/").body());
		List<String> shown = code.results().map((result) -> HtmlUtils.htmlUnescape(result.group(1))).toList();
		assertThat(shown).filteredOn((line) -> line.startsWith("@"))
			.hasSize(4)
			.allSatisfy((annotation) -> assertThat(sourcesOfTheTicketService()).contains("\t" + annotation + "\n"));
		assertThat(shown).filteredOn((line) -> line.contains(": ")).hasSize(5).allSatisfy((line) -> {
			String[] setting = line.split(": ", 2);
			assertThat(settings.getProperty(setting[0], DEFAULTS.get(setting[0]))).isEqualTo(setting[1]);
		});
	}

	@Test
	void whatThePageSaysWasMeasuredIsInTheDocument() throws IOException {
		String measured = Files.readString(Path.of("../docs/performance.md"));
		List<String> lines = groups("(?s)<p class=\"measured\">(.*?)</p>", get("/").body());
		assertThat(lines).hasSize(12)
			.allSatisfy((line) -> assertThat(groups("<b>([^<]*)</b>", line)).isNotEmpty().allMatch(measured::contains));
	}

	private static List<String> groups(String pattern, String text) {
		return Pattern.compile(pattern).matcher(text).results().map((found) -> found.group(1)).toList();
	}

	private static Properties settingsOfTheTicketService() {
		YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
		yaml.setResources(new ClassPathResource("ticket.yml"));
		return Objects.requireNonNull(yaml.getObject());
	}

	private static String sourcesOfTheTicketService() throws IOException {
		try (Stream<Path> files = Files.list(Path.of("src/main/java/io/perfstarter/sample/ticket"))) {
			StringBuilder sources = new StringBuilder();
			for (Path file : files.toList()) {
				sources.append(Files.readString(file));
			}
			return sources.toString();
		}
	}

	@Test
	void panelOfBoundaryGetsWhatConnectionsWereUsedFor() {
		assertThat(get("/").body()).contains("<section id=\"boundary\">");
		for (String instance : this.parts.ticketServices()) {
			String base = "/instances/%d/".formatted(URI.create(instance).getPort());
			String answer = get(base + "members/token-7").body();
			assertThat(answer).contains("member7@parking.example");
			assertThat(get(base + "members-legacy/token-7").body()).isEqualTo(answer);
			JsonNode methods = new JsonMapper().readTree(get(base + "boundary").body()).get("methods");
			assertThat(methods).extracting((method) -> method.get("method").asString())
				.contains("LegacyMemberService.byToken()", "MemberRepository.findByEmail()");
			assertThat(methods).allSatisfy((method) -> {
				assertThat(method.propertyNames()).contains("method", "pool", "heldMillis", "useRatio", "remoteCalls",
						"wastedSeconds", "forecast");
				assertThat(method.get("forecast").propertyNames()).contains("ceiling", "ceilingAfter", "boundBy");
			});
		}
		for (String path : List.of("1/boundary", "1/members/token-7")) {
			assertThat(this.parts.get(this.parts.front() + "/instances/" + path).statusCode()).isEqualTo(404);
		}
	}

	@Test
	void panelOfExecutorsGetsWhatTheMetersSay() {
		assertThat(get("/").body()).contains("<section id=\"async\">");
		Visitor visitor = Visitor.withCookies();
		for (String instance : this.parts.ticketServices()) {
			String base = this.parts.front() + "/instances/%d/".formatted(URI.create(instance).getPort());
			HttpResponse<String> accepted = visitor.post(base + "orders", "{\"categoryId\": 1, \"quantity\": 1}");
			assertThat(accepted.statusCode()).isEqualTo(202);
			String order = base + "orders/" + new JsonMapper().readTree(accepted.body()).get("id").asLong();
			await(order).untilAsserted(() -> assertThat(this.parts.get(order).body()).contains("\"state\":\"DONE\""));
			JsonNode executors = new JsonMapper().readTree(this.parts.get(base + "executors").body());
			assertThat(executors).extracting((executor) -> executor.get("executor").asString()).contains("orders");
			assertThat(executors).allSatisfy((executor) -> assertThat(executor.propertyNames()).contains("permits",
					"active", "waiting", "submitted", "lost"));
			assertThat(executors).filteredOn((executor) -> executor.get("executor").asString().equals("orders"))
				.allSatisfy((executor) -> assertThat(executor.get("submitted").asLong()).isPositive());
			assertThat(visitor.post(base + "orders", "{}").statusCode()).isEqualTo(400);
		}
		for (String path : List.of("1/executors", "1/orders/1")) {
			assertThat(this.parts.get(this.parts.front() + "/instances/" + path).statusCode()).isEqualTo(404);
		}
	}

	@Test
	void panelOfWarmupGetsHowEachInstanceHasBecomeWarm() {
		assertThat(get("/").body()).contains("<section id=\"warmup\">");
		for (String instance : this.parts.ticketServices()) {
			JsonNode report = new JsonMapper()
				.readTree(get("/instances/%d/warmup".formatted(URI.create(instance).getPort())).body());
			assertThat(report.get("phase").asString()).as(report.toString()).isEqualTo("SUCCEEDED");
			assertThat(report.get("open").asBoolean()).isTrue();
			assertThat(report.get("millis").asLong()).isPositive();
			assertThat(report.get("calls")).extracting((call) -> call.get("name").asString())
				.contains("search", "ticket", "member by token", "stock", "order");
			assertThat(report.get("calls")).allSatisfy((call) -> {
				assertThat(call.propertyNames()).contains("outcome", "failures");
				assertThat(call.get("calls").asInt()).isPositive();
				for (String time : List.of("firstMillis", "bestMillis", "lastMillis")) {
					assertThat(call.get(time).asDouble()).as(time).isPositive();
				}
			});
		}
		assertThat(this.parts.get(this.parts.front() + "/instances/1/warmup").statusCode()).isEqualTo(404);
	}

	@Test
	void panelOfSlowRequestsGetsWhereTheirTimeWent() {
		assertThat(get("/").body()).contains("<section id=\"reporting\">");
		for (String instance : this.parts.ticketServices()) {
			String base = this.parts.front() + "/instances/%d/".formatted(URI.create(instance).getPort());
			JsonNode burst = new JsonMapper().readTree(Visitor.withCookies().post(base + "burst", "{}").body());
			assertThat(burst.get("calls").asInt()).isEqualTo(100);
			assertThat(burst.get("answered").asInt()).isEqualTo(100);
			assertThat(burst.get("millis").asLong()).isGreaterThanOrEqualTo(500);
			await(base).untilAsserted(
					() -> assertNamesASlowBurst(new JsonMapper().readTree(this.parts.get(base + "whyslow").body())));
		}
		assertThat(this.parts.get(this.parts.front() + "/instances/1/whyslow").statusCode()).isEqualTo(404);
		assertThat(Visitor.withCookies().post(this.parts.front() + "/instances/1/burst", "{}").statusCode())
			.isEqualTo(404);
	}

	private static void assertNamesASlowBurst(JsonNode state) {
		assertThat(state.propertyNames()).contains("at");
		assertThat(state.get("slowest")).anySatisfy((slow) -> {
			JsonNode request = slow.get("request");
			assertThat(request.get("route").asString()).isEqualTo("GET /members-legacy/token-{token}");
			assertThat(request.get("startedAt").asString()).isNotEmpty();
			assertThat(request.get("millis").asDouble()).isPositive();
			assertThat(request.get("partsMillis").propertyNames()).containsExactlyElementsOf(parts());
			assertThat(request.get("partsMillis").get("pool").asDouble()).isPositive();
			assertIsVerdict(slow.get("verdict"));
		});
		assertThat(state.get("windows")).anySatisfy((period) -> {
			JsonNode window = period.get("window");
			assertThat(window.get("end").asString()).isNotEmpty();
			assertThat(window.get("lengthMillis").asLong()).isPositive();
			assertThat(window.get("requests").get("slow").asLong()).isPositive();
			assertThat(window.get("requests").propertyNames()).contains("count", "p99Millis");
			assertThat(window.get("machine").propertyNames()).contains("stoppedMillis");
			assertThat(window.get("pools"))
				.allSatisfy((pool) -> assertThat(pool.propertyNames()).contains("name", "peak", "max"));
			assertThat(window.get("pools")).extracting((pool) -> pool.get("peak").asInt())
				.anyMatch((peak) -> peak >= 10);
			assertIsVerdict(period.get("verdict"));
		});
	}

	private static void assertIsVerdict(JsonNode verdict) {
		assertThat(verdict.isObject()).isTrue();
		for (String text : List.of("cause", "evidence", "remedy")) {
			assertThat(verdict.get(text).asString()).as(text).isNotEmpty();
		}
		assertThat(verdict.propertyNames()).contains("subject");
	}

	@Test
	void panelOfSlowRequestsExplainsEachPartAndHasAColourForIt() {
		String page = get("/").body();
		String colours = get("/page.css").body();
		assertThat(parts()).allSatisfy((part) -> {
			assertThat(page).contains("<li><i class=\"%1$s\"></i><span><b>%1$s</b>".formatted(part));
			assertThat(colours).contains("\n.%s { background: ".formatted(part));
		});
	}

	private static List<String> parts() {
		return Arrays.stream(TimeComponent.values()).map(TimeComponent::label).toList();
	}

	private Map<String, String> files() {
		Map<String, String> files = new LinkedHashMap<>();
		Deque<String> left = new ArrayDeque<>(List.of("/"));
		while (!left.isEmpty()) {
			String path = left.pop();
			if (!files.containsKey(path)) {
				files.put(path, get(path).body());
				references(files.get(path)).stream()
					.filter((reference) -> reference.matches(".*\\.(js|css)"))
					.forEach(left::push);
			}
		}
		return files;
	}

	private static List<String> references(String text) {
		return REFERENCE.matcher(text)
			.results()
			.map((MatchResult result) -> (result.group(1) != null) ? result.group(1) : result.group(2))
			.toList();
	}

	private HttpResponse<String> get(String path) {
		HttpResponse<String> answer = this.parts.get(this.parts.front() + path);
		assertThat(answer.statusCode()).as(path).isEqualTo(200);
		return answer;
	}

}
