package io.perfstarter.sample.front;

import java.io.IOException;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.util.HtmlUtils;

import static org.assertj.core.api.Assertions.assertThat;

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
	void unknownInstanceIsNotFound() {
		HttpResponse<String> answer = this.parts.get(this.parts.front() + "/instances/1/copies?ticket=1");
		assertThat(answer.statusCode()).isEqualTo(404);
		assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
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
