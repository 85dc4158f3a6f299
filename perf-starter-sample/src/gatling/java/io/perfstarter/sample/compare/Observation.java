package io.perfstarter.sample.compare;

import java.time.Duration;
import java.time.Instant;

import tools.jackson.databind.JsonNode;

/**
 * What a service has measured of itself during a load; {@link Double#NaN} for what there
 * was none of.
 *
 * @param hitRate how many reads of caches were answered, from 0 to 1
 * @param stopped for how much of the time the collector stopped it, from 0 to 1
 * @param poolPeak the most connections that were lent at once
 * @param threads the platform threads of its JVM after the load
 */
record Observation(double hitRate, double stopped, int poolPeak, int threads) {

	static final Observation NONE = new Observation(Double.NaN, Double.NaN, 0, 0);

	/**
	 * Reads it from the periods whose middle is within the load.
	 * @param whyslow what {@code /actuator/whyslow} answers
	 * @param begin when the load began
	 * @param end when it ended
	 * @param threads the platform threads of its JVM after the load
	 */
	static Observation of(JsonNode whyslow, Instant begin, Instant end, int threads) {
		long hits = 0;
		long misses = 0;
		double length = 0;
		double collecting = 0;
		int peak = 0;
		for (JsonNode judged : whyslow.path("windows")) {
			JsonNode window = judged.path("window");
			Duration time = Duration.ofMillis(window.path("lengthMillis").asLong());
			Instant middle = Instant.parse(window.path("end").asString()).minus(time.dividedBy(2));
			if (middle.isBefore(begin) || middle.isAfter(end)) {
				continue;
			}
			length += time.toMillis();
			collecting += window.at("/machine/collectingMillis").asDouble(0);
			for (JsonNode cache : window.path("caches")) {
				hits += cache.path("hits").asLong();
				misses += cache.path("misses").asLong();
			}
			for (JsonNode pool : window.path("pools")) {
				peak = Math.max(peak, pool.path("peak").asInt());
			}
		}
		return new Observation((double) hits / (hits + misses), collecting / length, peak, threads);
	}

}
