package io.perfstarter.sample.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes the table of a scenario as Markdown.
 */
final class Table {

	private final Scenario scenario;

	private final List<Result> results;

	private final List<String> remarks;

	Table(Scenario scenario, List<Result> results, List<String> remarks) {
		this.scenario = scenario;
		this.results = results;
		this.remarks = remarks;
	}

	List<String> lines() {
		List<String> lines = new ArrayList<>();
		lines.add("### " + this.scenario.title());
		lines.add("");
		if (!this.results.isEmpty()) {
			lines.add(
					"| step | requests | failures | mean ms | p50 | p95 | p99 | longest | requests/s | APDEX | hit rate "
							+ "| GC | pool peak | threads | better | reference |");
			lines.add("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|---|");
			this.results.forEach((result) -> lines.add(row(result)));
			lines.add("");
		}
		lines.addAll(this.remarks);
		this.results.forEach((result) -> wanted(result).ifPresent(lines::add));
		return lines;
	}

	private String row(Result result) {
		Figures figures = result.figures();
		Observation observation = result.observation();
		return String.join(" | ", "| " + result.step().name(), Integer.toString(figures.requests()),
				Integer.toString(figures.failures()), number(figures.mean()), number(figures.p50()),
				number(figures.p95()), number(figures.p99()), number(figures.longest()), number(figures.perSecond()),
				number(figures.apdex()), percent(observation.hitRate()), percent(observation.stopped()),
				Integer.toString(observation.poolPeak()), Integer.toString(observation.threads()), better(result),
				reference(result)) + " |";
	}

	private String better(Result result) {
		return ratio(result)
			.map((ratio) -> result.step()
				.comparison()
				.map((comparison) -> "%s x %s, %s".formatted(number(ratio), comparison.by(), comparison.before()))
				.orElse(""))
			.orElse("");
	}

	private static String reference(Result result) {
		return result.step().comparison().map(Comparison::reference).orElse("");
	}

	private Optional<String> wanted(Result result) {
		return result.step()
			.comparison()
			.filter((comparison) -> comparison.wanted() > 0)
			.flatMap((comparison) -> ratio(result)
				.map((ratio) -> "- %s: wanted %s times the %s of '%s', %s %s times.".formatted(result.step().name(),
						number(comparison.wanted()), comparison.by(), comparison.before(),
						(ratio >= comparison.wanted()) ? "reached:" : "**not reached**:", number(ratio))));
	}

	private Optional<Double> ratio(Result result) {
		return result.step()
			.comparison()
			.flatMap((comparison) -> this.results.stream()
				.filter((other) -> other.step().name().equals(comparison.before()))
				.findFirst()
				.map((before) -> comparison.ratio(before, result)));
	}

	private static String percent(double share) {
		return (Double.isNaN(share)) ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
	}

	/** Three figures are known of it, at most. */
	private static String number(double value) {
		if (Double.isNaN(value)) {
			return "-";
		}
		return String.format(Locale.ROOT, (value < 10) ? "%.2f" : (value < 100) ? "%.1f" : "%.0f", value);
	}

}
