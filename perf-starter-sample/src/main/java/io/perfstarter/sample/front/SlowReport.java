package io.perfstarter.sample.front;

import java.time.Duration;
import java.time.Instant;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Extracts the last periods, each with the slowest request that ended in it, from the
 * report of an instance about the last hour.
 */
final class SlowReport {

	private static final int PERIODS = 3;

	private SlowReport() {
	}

	static JsonNode latest(JsonNode hour) {
		ObjectNode latest = JsonNodeFactory.instance.objectNode();
		hour.get("windows")
			.valueStream()
			.limit(PERIODS)
			.forEach(
					(period) -> latest.withArray("windows").add(withSlowest((ObjectNode) period, hour.get("slowest"))));
		return latest;
	}

	private static ObjectNode withSlowest(ObjectNode period, JsonNode slowestFirst) {
		Instant end = Instant.parse(period.at("/window/end").asString());
		Instant start = end.minusMillis(period.at("/window/lengthMillis").asLong());
		slowestFirst.valueStream()
			.map((judged) -> judged.get("request"))
			.filter((request) -> end(request).isAfter(start) && !end(request).isAfter(end))
			.findFirst()
			.ifPresent((request) -> period.set("slowest", request));
		return period;
	}

	private static Instant end(JsonNode request) {
		return Instant.parse(request.get("startedAt").asString())
			.plus(Duration.ofNanos(Math.round(request.get("millis").asDouble() * 1e6)));
	}

}
