package io.perfstarter.sample.slow;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Saves what the reports and what Boot's Actuator alone show of a row while its fault is
 * active, as a numbered case for somebody who does not know the fault, and a key to it.
 */
final class Recording {

	/** Where an option is given twice, Spring joins the values. */
	static final List<String> ARGUMENTS = List.of("--management.endpoints.web.exposure.include=metrics,threaddump",
			"--management.endpoint.health.show-details=always", "--server.tomcat.mbeanregistry.enabled=true");

	private static final String ACTUATOR = "/actuator";

	private static final String METRICS = ACTUATOR + "/metrics";

	private static final String OWN_METERS = "perf.starter.";

	/** The tag that splits the values of a meter, by the prefix of its name. */
	private static final Map<String, String> TAGS = Map.of("http.", "uri", "jvm.memory.", "id", "jvm.gc.pause", "cause",
			"jvm.threads.states", "state", "executor.", "name");

	private static final JsonMapper JSON = new JsonMapper();

	private final Map<Run, Integer> numbers = new HashMap<>();

	private final Path directory;

	private Recording(Path directory) {
		this.directory = directory;
	}

	/** The one that {@code -Dfaults.record} asks for. */
	static @Nullable Recording given() {
		String directory = System.getProperty("faults.record", "");
		return (!directory.isEmpty()) ? new Recording(Path.of(directory)) : null;
	}

	/** A row that is run again keeps its number. */
	void save(Run run, SlowProcess process) throws IOException, InterruptedException {
		int number = this.numbers.computeIfAbsent(run, (added) -> this.numbers.size() + 1);
		// The reports come first, because they measure the requests for the others.
		Path reports = directory("whyslow", number);
		Files.writeString(reports.resolve("whyslow.json"), process.get(ACTUATOR + "/whyslow"));
		Path actuator = directory("actuator", number);
		Files.writeString(actuator.resolve("threaddump-1.txt"), process.get(ACTUATOR + "/threaddump", "text/plain"));
		Thread.sleep(1000);
		Files.writeString(actuator.resolve("threaddump-2.txt"), process.get(ACTUATOR + "/threaddump", "text/plain"));
		Files.writeString(actuator.resolve("health.json"), process.health());
		Files.write(actuator.resolve("metrics.txt"), metrics(process));
		Fault fault = run.fault();
		Files.write(this.directory.resolve("key-%d.txt".formatted(number)),
				List.of(fault.name(), fault.text(), fault.wanted(), run.toString()));
	}

	private Path directory(String side, int number) throws IOException {
		return Files.createDirectories(this.directory.resolve(side).resolve("case-" + number));
	}

	private static List<String> metrics(SlowProcess process) {
		List<String> lines = new ArrayList<>();
		for (JsonNode name : JSON.readTree(process.get(METRICS)).path("names")) {
			if (!name.asString().startsWith(OWN_METERS)) {
				addMeter(name.asString(), process, lines);
			}
		}
		return lines;
	}

	private static void addMeter(String name, SlowProcess process, List<String> lines) {
		String path = METRICS + "/" + name;
		String meter = process.get(path);
		String tag = tag(name);
		List<String> values = values(JSON.readTree(meter), tag);
		if (values.isEmpty()) {
			lines.add(meter);
		}
		for (String value : values) {
			if (!value.startsWith(ACTUATOR)) {
				String tagged = tag + ":" + value;
				lines.add(
						tagged + " " + process.get(path + "?tag=" + URLEncoder.encode(tagged, StandardCharsets.UTF_8)));
			}
		}
	}

	private static String tag(String name) {
		return TAGS.entrySet()
			.stream()
			.filter((entry) -> name.startsWith(entry.getKey()))
			.map(Map.Entry::getValue)
			.findFirst()
			.orElse("");
	}

	private static List<String> values(JsonNode meter, String wanted) {
		List<String> values = new ArrayList<>();
		for (JsonNode tag : meter.path("availableTags")) {
			if (tag.path("tag").asString().equals(wanted)) {
				tag.path("values").forEach((value) -> values.add(value.asString()));
			}
		}
		return values;
	}

}
