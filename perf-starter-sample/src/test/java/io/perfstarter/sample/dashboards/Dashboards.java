package io.perfstarter.sample.dashboards;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The dashboard and the alert rules among the documents.
 */
final class Dashboards {

	static final Path FOLDER = Path.of("../docs/dashboards");

	static final Path ALERTS = FOLDER.resolve("alerts.yml");

	/** A metric, with or without matchers of its labels. */
	private static final Pattern SELECTOR = Pattern
		.compile("\\b(?:perf_starter|cache|hikaricp|http_server)_\\w+(?:\\{[^}]*\\})?");

	private Dashboards() {
	}

	/** All queries of the dashboard, for any job and any instance. */
	static List<String> queries() throws IOException {
		JsonNode dashboard = new JsonMapper().readTree(Files.readString(FOLDER.resolve("grafana.json")));
		List<String> queries = new ArrayList<>();
		dashboard.get("panels")
			.forEach((panel) -> panel.path("targets").forEach((target) -> queries.add(target.get("expr").asString())));
		// In 'label_values(metric, label)' the metric is the query.
		dashboard.get("templating")
			.get("list")
			.forEach((variable) -> selectors(variable.get("query").toString().replace("\\", "")).forEach(queries::add));
		return queries.stream()
			.map((query) -> query.replaceAll("\\$(job|instance)", ".*").replace("$__rate_interval", "10s"))
			.toList();
	}

	static List<Alert> alerts() throws IOException {
		Map<String, List<Map<String, List<Map<String, Object>>>>> file = new Yaml().load(Files.readString(ALERTS));
		return file.get("groups")
			.stream()
			.flatMap((group) -> group.get("rules").stream())
			.map((rule) -> new Alert((String) rule.get("alert"), (String) rule.get("expr"),
					(String) ((Map<?, ?>) rule.get("annotations")).get("runbook_url")))
			.toList();
	}

	/** The metrics in a query, each with its matchers. */
	static Set<String> selectors(String query) {
		return SELECTOR.matcher(query)
			.results()
			.map(MatchResult::group)
			.collect(Collectors.toCollection(LinkedHashSet::new));
	}

	/** The metrics in all queries, each with its matchers. */
	static Set<String> allSelectors() throws IOException {
		return Stream.concat(queries().stream(), alerts().stream().map(Alert::query))
			.flatMap((query) -> selectors(query).stream())
			.collect(Collectors.toCollection(LinkedHashSet::new));
	}

	/**
	 * An alert rule.
	 *
	 * @param name its name
	 * @param query its query
	 * @param page the address of the page that says more
	 */
	record Alert(String name, String query, String page) {

	}

}
