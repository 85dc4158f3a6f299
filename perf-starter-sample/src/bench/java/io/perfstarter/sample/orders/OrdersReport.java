package io.perfstarter.sample.orders;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The forms beside each other, as a table of medians over all rounds.
 */
final class OrdersReport {

	private static final Path FILE = Path.of("target", "benchmarks", "orders.md");

	private final Map<Form, List<Round>> rounds = new EnumMap<>(Form.class);

	private final String title;

	OrdersReport(String title) {
		this.title = title;
	}

	void add(Form form, Round round) {
		this.rounds.computeIfAbsent(form, (ignored) -> new ArrayList<>()).add(round);
	}

	/**
	 * The median of what one form has and another one has in the same round.
	 */
	double ratio(Form form, Form other, ToDoubleFunction<Round> figure) {
		List<Round> first = this.rounds.get(form);
		List<Round> second = this.rounds.get(other);
		return median(IntStream.range(0, first.size())
			.mapToDouble((i) -> figure.applyAsDouble(first.get(i)) / figure.applyAsDouble(second.get(i)))
			.toArray());
	}

	double median(Form form, ToDoubleFunction<Round> figure) {
		return median(this.rounds.get(form).stream().mapToDouble(figure).toArray());
	}

	double sum(Form form, ToDoubleFunction<Round> figure) {
		return this.rounds.get(form).stream().mapToDouble(figure).sum();
	}

	void write() throws IOException {
		List<String> lines = new ArrayList<>();
		lines.add("## " + this.title);
		lines.add("");
		lines.add("Java %s, %d processors, load average %.1f".formatted(Runtime.version(),
				Runtime.getRuntime().availableProcessors(),
				ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
		lines.add("");
		lines.add("| | " + Arrays.stream(Form.values()).map(Form::toString).collect(Collectors.joining(" | ")) + " |");
		lines.add("|---|---:|---:|---:|");
		lines.add(medians("orders a second", "%.0f", Round::perSecond));
		lines.add(medians("p50, ms", "%.0f", Round::p50));
		lines.add(medians("p99, ms", "%.0f", Round::p99));
		lines.add(medians("p99.9, ms", "%.0f", Round::p999));
		lines.add(medians("longest, ms", "%.0f", Round::longest));
		lines.add(row("longest of all rounds, ms", (form) -> format("%.0f",
				this.rounds.get(form).stream().mapToDouble(Round::longest).max().orElseThrow())));
		lines.add(medians("last update done after, s", "%.2f", Round::doneAfter));
		lines.add(medians("most heap in use, MB", "%.0f", Round::heap));
		lines.add(sums("accepted", Round::accepted));
		lines.add(sums("of them answered before their update ended", Round::early));
		lines.add(sums("refused by the gate (503)", Round::refused));
		lines.add(sums("lost by the executor", Round::lost));
		lines.add(sums("updates that never came", Round::forgotten));
		lines.add(sums("failed otherwise", Round::failed));
		lines.add("");
		lines.add("Medians of %d rounds in turns; numbers of orders are sums.".formatted(sizes()));
		lines.add("");
		lines.add(ratios("orders a second", Round::perSecond));
		lines.add(ratios("p99.9", Round::p999));
		lines.forEach(System.out::println);
		Files.createDirectories(FILE.getParent());
		Files.write(FILE, lines);
	}

	private int sizes() {
		return this.rounds.values().iterator().next().size();
	}

	private String medians(String what, String format, ToDoubleFunction<Round> figure) {
		return row(what, (form) -> format(format, median(form, figure)));
	}

	private String sums(String what, ToDoubleFunction<Round> figure) {
		return row(what, (form) -> format("%.0f", sum(form, figure)));
	}

	private static String row(String what, Function<Form, String> cell) {
		return "| " + what + " | " + Arrays.stream(Form.values()).map(cell).collect(Collectors.joining(" | ")) + " |";
	}

	private String ratios(String what, ToDoubleFunction<Round> figure) {
		return format("%s ÷ %s, ".formatted(Form.EXECUTORS, Form.PLATFORM) + what + ": %.2f",
				ratio(Form.EXECUTORS, Form.PLATFORM, figure));
	}

	private static String format(String format, double value) {
		return String.format(Locale.ROOT, format, value);
	}

	private static double median(double[] values) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		return sorted[sorted.length / 2];
	}

}
