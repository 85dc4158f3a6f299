package io.perfstarter.sample.compare;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the service is started.
 *
 * @param application which application of {@link ServiceMain}
 * @param heap its heap in megabytes
 * @param advised whether what the service before it has advised is set, too
 * @param properties its properties
 */
record Setting(String application, int heap, boolean advised, Map<String, String> properties) {

	/**
	 * The ticket-service of the sample as it is, with all features.
	 */
	static final Setting ON = of("ticket");

	/**
	 * The ticket-service without the starter, but for the reporting, which counts.
	 */
	static final Setting OFF = ON.with("perf-starter.coherence.enabled", false)
		.with("perf-starter.eviction.enabled", false)
		.with("perf-starter.routing.enabled", false)
		.with("perf-starter.boundary.enabled", false)
		.with("perf-starter.async.enabled", false)
		.with("perf-starter.warmup.enabled", false);

	static Setting of(String application) {
		return new Setting(application, 512, false, Map.of());
	}

	Setting with(String property, Object value) {
		return with(Map.of(property, value.toString()));
	}

	private Setting with(Map<String, String> further) {
		Map<String, String> all = new LinkedHashMap<>(this.properties);
		all.putAll(further);
		return new Setting(this.application, this.heap, this.advised, all);
	}

	Setting heap(int megabytes) {
		return new Setting(this.application, megabytes, this.advised, this.properties);
	}

	Setting application(String other) {
		return new Setting(other, this.heap, this.advised, this.properties);
	}

	Setting asAdvised() {
		return new Setting(this.application, this.heap, true, this.properties);
	}

	Setting applied(Advised advice) {
		Setting applied = with(advice.properties());
		return (advice.heap() != 0) ? applied.heap(advice.heap()) : applied;
	}

}
