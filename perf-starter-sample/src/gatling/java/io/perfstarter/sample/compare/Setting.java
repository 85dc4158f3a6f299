package io.perfstarter.sample.compare;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the service is started.
 *
 * @param application which application of {@link ServiceMain}
 * @param heap its heap in megabytes
 * @param advice what is set as the service before it has advised
 * @param properties its properties
 */
record Setting(String application, int heap, Advice advice, Map<String, String> properties) {

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
		return new Setting(application, 512, Advice.NONE, Map.of());
	}

	Setting with(String property, Object value) {
		return with(Map.of(property, value.toString()));
	}

	private Setting with(Map<String, String> further) {
		Map<String, String> all = new LinkedHashMap<>(this.properties);
		all.putAll(further);
		return new Setting(this.application, this.heap, this.advice, all);
	}

	Setting heap(int megabytes) {
		return new Setting(this.application, megabytes, this.advice, this.properties);
	}

	Setting application(String other) {
		return new Setting(other, this.heap, this.advice, this.properties);
	}

	Setting advised(Advice wanted) {
		return new Setting(this.application, this.heap, wanted, this.properties);
	}

	boolean isAdvised() {
		return this.advice != Advice.NONE;
	}

	Setting applied(Advised advised) {
		return (advised.heap() != 0) ? with(advised.properties()).heap(advised.heap()) : with(advised.properties());
	}

}
