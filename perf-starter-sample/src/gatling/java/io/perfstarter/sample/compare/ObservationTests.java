package io.perfstarter.sample.compare;

import java.time.Instant;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link Observation}.
 */
class ObservationTests {

	private static final Instant BEGIN = Instant.parse("2026-11-22T10:00:00Z");

	@Test
	void onlyPeriodsOfTheLoadCount() {
		JsonNode whyslow = new JsonMapper().readTree("""
				{"windows": [%s, %s, %s, %s]}""".formatted(window("10:00:00", 900, 0, 500, 9),
				window("10:00:01", 3, 1, 100, 4), window("10:00:02", 5, 1, 200, 2), window("10:00:03", 0, 70, 0, 10)));
		assertThat(Observation.of(whyslow, BEGIN, BEGIN.plusSeconds(2), 42))
			.isEqualTo(new Observation(0.8, 0.15, 4, 42));
	}

	@Test
	void withoutCachesThereIsNoHitRate() {
		JsonNode whyslow = new JsonMapper().readTree(
				"""
						{"windows": [{"window": {"end": "2026-11-22T10:00:01Z", "lengthMillis": 1000, "pools": [], "caches": [], \
						"machine": {"collectingMillis": 10.0}}}]}""");
		Observation observation = Observation.of(whyslow, BEGIN, BEGIN.plusSeconds(2), 42);
		assertThat(observation.hitRate()).isNaN();
		assertThat(observation.stopped()).isEqualTo(0.01);
	}

	private static String window(String end, int hits, int misses, int collecting, int peak) {
		return """
				{"window": {"end": "2026-11-22T%sZ", "lengthMillis": 1000, "pools": [{"peak": 1}, {"peak": %d}],
				"machine": {"collectingMillis": %d}, "caches": [{"hits": %d, "misses": %d}]}}""".formatted(end, peak,
				collecting, hits, misses);
	}

}
