package io.perfstarter.sample.dashboards;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the dashboard and the alerts use meters, tags and values of the reference.
 */
class MetricsTests {

	private static final Path REFERENCE = Path.of("../docs/reference/meters.md");

	private static final Pattern ROW = Pattern
		.compile("\\| `(perf\\.starter\\.[\\w.]+)` \\| (\\w+) \\| (.*?) \\| (\\w*) \\|.*");

	private static final Pattern MATCHER = Pattern.compile("(\\w+)(?:=~|!~|!=|=)\"([^\"]*)\"");

	private static final Pattern GROUPS = Pattern.compile("by \\(([^)]*)\\)");

	private static final List<String> OF_PROMETHEUS = List.of("job", "instance");

	private final NamingConvention names = new PrometheusNamingConvention();

	/** By metric, the tags with their values, as the reference writes them. */
	private final Map<String, String> reference = new HashMap<>();

	MetricsTests() throws IOException {
		Files.readAllLines(REFERENCE).stream().map(ROW::matcher).filter(Matcher::matches).forEach((row) -> {
			String unit = row.group(4).isEmpty() ? null : row.group(4);
			Meter.Type type = Meter.Type.valueOf(row.group(2).toUpperCase());
			String name = this.names.name(row.group(1), type, unit);
			List<String> suffixes = switch (type) {
				case COUNTER -> List.of("_total");
				case TIMER -> List.of("_count", "_sum");
				default -> List.of("");
			};
			suffixes.forEach((suffix) -> this.reference.put(name + suffix, row.group(3)));
		});
	}

	@Test
	void everyMetricIsInTheReferenceWithItsLabels() throws IOException {
		assertThat(Dashboards.allSelectors()).filteredOn((selector) -> selector.startsWith("perf_starter"))
			.hasSizeGreaterThan(20)
			.allSatisfy((selector) -> {
				String name = selector.replaceFirst("\\{.*", "");
				assertThat(this.reference).containsKey(name);
				MATCHER.matcher(selector)
					.results()
					.filter((matcher) -> !OF_PROMETHEUS.contains(matcher.group(1)))
					.forEach((matcher) -> assertIsTag(name, matcher));
			});
	}

	private void assertIsTag(String metric, MatchResult matcher) {
		assertThat(this.reference.get(metric).split("; ")).anySatisfy((tag) -> {
			assertThat(tag).startsWith("`%s`: ".formatted(matcher.group(1)));
			assertThat(tag.substring(tag.indexOf(": ") + 2).split(", ")).contains(matcher.group(2).split("\\|"));
		});
	}

	@Test
	void everyLabelThatGroupsIsATag() throws IOException {
		assertThat(Dashboards.queries()).allSatisfy((query) -> {
			String tags = Dashboards.selectors(query)
				.stream()
				.map((selector) -> this.reference.getOrDefault(selector.replaceFirst("\\{.*", ""), "`cache``pool`"))
				.reduce("`instance``job`", String::concat);
			GROUPS.matcher(query)
				.results()
				.flatMap((groups) -> List.of(groups.group(1).split(", ")).stream())
				.forEach((label) -> assertThat(tags).contains("`%s`".formatted(label)));
		});
	}

}
