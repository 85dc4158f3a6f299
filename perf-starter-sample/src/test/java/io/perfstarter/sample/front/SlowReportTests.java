package io.perfstarter.sample.front;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the extract from the report of an instance.
 */
class SlowReportTests {

	@Test
	void slowestRequestOfAPeriodIsOneThatEndedInIt() {
		JsonNode latest = SlowReport.latest(new JsonMapper().readTree("""
				{
				  "windows": [
				    {"window": {"end": "2026-01-01T12:00:15Z", "lengthMillis": 5000}},
				    {"window": {"end": "2026-01-01T12:00:10Z", "lengthMillis": 5000}},
				    {"window": {"end": "2026-01-01T12:00:05Z", "lengthMillis": 5000}},
				    {"window": {"end": "2026-01-01T12:00:00Z", "lengthMillis": 5000}}
				  ],
				  "slowest": [
				    {"request": {"route": "before", "startedAt": "2026-01-01T12:00:04Z", "millis": 900}},
				    {"request": {"route": "across", "startedAt": "2026-01-01T12:00:04.800Z", "millis": 800}},
				    {"request": {"route": "within", "startedAt": "2026-01-01T12:00:07Z", "millis": 700}}
				  ]
				}"""));
		assertThat(latest.get("windows")).extracting((period) -> period.at("/slowest/route").asString(""))
			.containsExactly("", "across", "before");
	}

}
