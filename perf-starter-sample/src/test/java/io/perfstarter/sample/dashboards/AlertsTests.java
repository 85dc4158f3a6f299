package io.perfstarter.sample.dashboards;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Tests that each alert fires when it should and is quiet otherwise, and that the page of
 * the dashboard says what to do then.
 */
class AlertsTests {

	private static final Path CASES = Path.of("src/test/resources/dashboards/alerts-tests.yml");

	private static final String DOCUMENTS = "https://github.com/perfstarter/perf-starter/blob/main/docs/";

	@Test
	void eachAlertFiresOnTheSickInstanceOnly(@TempDir Path folder) throws Exception {
		assumeThat(Prometheus.program("promtool")).as("promtool is not on the PATH (Debian: prometheus)").isPresent();
		Files.copy(Dashboards.ALERTS, folder.resolve("alerts.yml"));
		Files.copy(CASES, folder.resolve("cases.yml"));
		assertThat(promtool(folder, "check", "rules", "alerts.yml")).contains("SUCCESS").doesNotContain("duplicate");
		assertThat(promtool(folder, "test", "rules", "cases.yml")).contains("SUCCESS");
	}

	@Test
	void eachAlertHasACaseInWhichItFiresAndOneInWhichItIsQuiet() throws IOException {
		Map<String, List<Map<String, List<Map<String, Object>>>>> cases = new Yaml().load(Files.readString(CASES));
		Set<String> firing = new HashSet<>();
		Set<String> quiet = new HashSet<>();
		cases.get("tests")
			.stream()
			.flatMap((test) -> test.get("alert_rule_test").stream())
			.forEach((test) -> (test.containsKey("exp_alerts") ? firing : quiet).add((String) test.get("alertname")));
		assertThat(Dashboards.alerts()).extracting(Dashboards.Alert::name)
			.isNotEmpty()
			.doesNotHaveDuplicates()
			.hasSameElementsAs(firing)
			.hasSameElementsAs(quiet);
	}

	@Test
	void eachAlertIsOnThePageWithTheSameLink() throws IOException {
		List<String> page = Files.readAllLines(Dashboards.FOLDER.resolve("README.md"));
		assertThat(Dashboards.alerts()).allSatisfy((alert) -> {
			assertThat(alert.page()).startsWith(DOCUMENTS);
			assertThat(page).anyMatch((line) -> line.contains("`%s`".formatted(alert.name()))
					&& line.contains("(../%s)".formatted(alert.page().substring(DOCUMENTS.length()))));
		});
	}

	private static String promtool(Path folder, String... arguments) throws Exception {
		List<String> command = new ArrayList<>(List.of(Prometheus.program("promtool").orElseThrow().toString()));
		command.addAll(List.of(arguments));
		Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor()).as(output).isZero();
		return output;
	}

}
