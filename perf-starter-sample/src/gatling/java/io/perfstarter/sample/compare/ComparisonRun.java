package io.perfstarter.sample.compare;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * One run through the steps of the selected scenarios. Steps follow one another, and the
 * users of one come at once.
 */
final class ComparisonRun {

	private final Path directory = Path.of(System.getProperty("compare.directory"));

	private final Set<Scenario> scenarios;

	private final List<Step> steps = new ArrayList<>();

	private final Map<Step, Recording> recordings = new ConcurrentHashMap<>();

	private final Map<Step, Result> results = new HashMap<>();

	private final Map<Scenario, List<String>> remarks = new HashMap<>();

	private @Nullable ComparedSample sample;

	ComparisonRun() {
		this.scenarios = EnumSet
			.copyOf(Arrays.stream(System.getProperty("compare.scenarios").split(",")).map(Scenario::of).toList());
		for (Scenario scenario : this.scenarios) {
			List<Step> all = Steps.of(scenario);
			if (all.isEmpty()) {
				remark(scenario, "Skipped: it needs JDK 21 or newer, and this is %s.".formatted(Runtime.version()));
			}
			all.forEach((step) -> this.steps.add(Boolean.getBoolean("compare.smoke") ? step.smoke() : step));
		}
	}

	/** The steps in the order in which they are to be run. */
	List<Step> steps() {
		return this.scenarios.stream().flatMap((scenario) -> Steps.inTurn(stepsOf(scenario)).stream()).toList();
	}

	private List<Step> stepsOf(Scenario scenario) {
		return this.steps.stream().filter((step) -> step.scenario() == scenario).toList();
	}

	void open() throws IOException {
		String libraries = Files.readString(this.directory.resolve("class-path")).trim();
		ComparedSample opened = new ComparedSample(this.directory.resolve("sample"),
				System.getProperty("compare.classes") + File.pathSeparator + libraries);
		// Gatling may be stopped before its end.
		Runtime.getRuntime().addShutdownHook(new Thread(() -> close(opened), "stop"));
		this.sample = opened;
	}

	void prepare(Step step) throws IOException, InterruptedException {
		say(step.id());
		Advised advised = sample().serve(step.setting());
		if (step.setting().isAdvised()) {
			remark(step.scenario(), "- %s: %s.".formatted(step.name(), advised));
		}
	}

	/** Orders that do not count leave updates behind, which are not to count, either. */
	void rest(Step step) {
		if (step.load().orders() != 0) {
			sample().awaitRest();
		}
	}

	String url(Step step) {
		return sample().url(step.request());
	}

	/** Begins with the first request that is counted. */
	Recording recording(Step step) {
		return this.recordings.computeIfAbsent(step, (ignored) -> new Recording());
	}

	void finish(Step step) throws IOException, InterruptedException {
		Recording recording = recording(step);
		Observation observation = sample().observe(recording.begin(), recording.end());
		this.results.put(step, new Result(step, recording.figures(), observation));
	}

	/** Writes the tables, each to a file of its own, and to the console. */
	void write() throws IOException {
		for (Scenario scenario : this.scenarios) {
			List<Result> own = stepsOf(scenario).stream()
				.map(this.results::get)
				.filter((result) -> result != null)
				.toList();
			List<String> lines = new Table(scenario, own, this.remarks.getOrDefault(scenario, List.of())).lines();
			Files.write(this.directory.resolve(scenario + ".md"), lines);
			System.out.println();
			lines.forEach(System.out::println);
		}
		say("tables and Gatling's report are in " + this.directory);
		if (this.results.size() < this.steps.size()) {
			throw new IllegalStateException("%d of %d steps could not be measured"
				.formatted(this.steps.size() - this.results.size(), this.steps.size()));
		}
	}

	void close() {
		close(sample());
	}

	private static void close(ComparedSample sample) {
		try {
			sample.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private ComparedSample sample() {
		if (this.sample == null) {
			throw new IllegalStateException("Not open");
		}
		return this.sample;
	}

	private void remark(Scenario scenario, String remark) {
		this.remarks.computeIfAbsent(scenario, (ignored) -> new ArrayList<>()).add(remark);
		say(remark);
	}

	private static void say(String line) {
		System.out.println("[compare] " + line);
	}

}
