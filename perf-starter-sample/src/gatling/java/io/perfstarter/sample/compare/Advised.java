package io.perfstarter.sample.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import tools.jackson.databind.JsonNode;

/**
 * What a service says about its own settings under {@code /actuator/whyslow}.
 *
 * @param heap the heap in megabytes, 0 if it says nothing about it
 * @param properties the properties it wants otherwise
 */
record Advised(int heap, Map<String, String> properties) {

	static final Advised NOTHING = new Advised(0, Map.of());

	private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)m");

	private static final Pattern CHANGE = Pattern.compile("^(\\d+)(?: instead of \\d+)?\\. ");

	private static final Map<String, String> PROPERTIES = Map.of("maximum size",
			"spring.datasource.hikari.maximum-pool-size", "request threads", "server.tomcat.threads.max");

	static Advised of(JsonNode whyslow) {
		Map<String, String> properties = new TreeMap<>();
		for (JsonNode finding : whyslow.path("advice")) {
			Matcher change = CHANGE.matcher(finding.path("sentence").asString());
			PROPERTIES.forEach((title, property) -> {
				if (finding.path("title").asString().startsWith(title) && change.find()) {
					properties.put(property, change.group(1));
				}
			});
		}
		return new Advised(heap(whyslow), properties);
	}

	/** Of all verdicts on the heap the one that asks for most. */
	private static int heap(JsonNode whyslow) {
		int heap = 0;
		for (JsonNode window : whyslow.path("windows")) {
			JsonNode verdict = window.path("verdict");
			heap = Math.max(heap, heapOf(verdict));
			for (JsonNode other : verdict.path("others")) {
				heap = Math.max(heap, heapOf(other));
			}
		}
		return heap;
	}

	private static int heapOf(JsonNode verdict) {
		Matcher remedy = HEAP.matcher(verdict.path("remedy").asString(""));
		boolean tooSmall = verdict.path("cause").asString("").equals("GC_HEAP_TOO_SMALL");
		return (tooSmall && remedy.find()) ? Integer.parseInt(remedy.group(1)) : 0;
	}

	/** What is wanted of it. */
	Advised only(Advice wanted) {
		return switch (wanted) {
			case NONE -> NOTHING;
			case HEAP -> new Advised(this.heap, Map.of());
			case POOL_AND_THREADS -> new Advised(0, this.properties);
		};
	}

	@Override
	public String toString() {
		List<String> all = new ArrayList<>();
		if (this.heap != 0) {
			all.add("-Xmx%dm".formatted(this.heap));
		}
		this.properties.forEach((name, value) -> all.add("%s: %s".formatted(name, value)));
		return (all.isEmpty()) ? "nothing" : String.join(", ", all);
	}

}
