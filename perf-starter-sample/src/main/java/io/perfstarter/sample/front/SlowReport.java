package io.perfstarter.sample.front;

import java.util.List;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Extracts the last periods and the slowest requests from the report of an instance about
 * the last hour.
 */
final class SlowReport {

	private static final int PERIODS = 3;

	private static final int REQUESTS = 3;

	private SlowReport() {
	}

	static JsonNode latest(JsonNode hour) {
		ObjectNode latest = JsonNodeFactory.instance.objectNode();
		latest.set("windows", first(hour.get("windows"), PERIODS));
		latest.set("slowest", first(hour.get("slowest"), REQUESTS));
		return latest;
	}

	private static ArrayNode first(JsonNode all, int count) {
		List<JsonNode> first = all.valueStream().limit(count).toList();
		return JsonNodeFactory.instance.arrayNode().addAll(first);
	}

}
