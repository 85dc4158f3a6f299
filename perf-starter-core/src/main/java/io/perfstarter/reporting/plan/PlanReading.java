package io.perfstarter.reporting.plan;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.perfstarter.reporting.plan.Condition.Kind;

/**
 * Finds the most expensive operation in a plan that lacks an index. Its result names
 * tables and columns, never values.
 */
final class PlanReading {

	private static final int MANY_ROWS = 10_000;

	/**
	 * Number of rows below which PostgreSQL reads a table sequentially, with or without
	 * an index.
	 */
	private static final int SMALL_TABLE = 500;

	/**
	 * Maximum share of matching rows for which an index is useful.
	 */
	private static final double FEW = 0.1;

	/**
	 * Maximum share of rows with the same value for which a column in an index is useful
	 * besides others.
	 */
	private static final double HELPFUL = 0.5;

	private static final int COLUMNS = 3;

	private static final Pattern SORT_KEY = Pattern.compile("^(?:.+\\.)?([^.]+?)( DESC)?$");

	private final Catalog catalog;

	/**
	 * The operations that lack an index, by the number of rows that they read.
	 */
	private final NavigableMap<Double, String> findings = new TreeMap<>();

	private PlanReading(Catalog catalog) {
		this.catalog = catalog;
	}

	/**
	 * Reads a plan.
	 * @param plan the root node
	 * @param catalog the tables of the plan
	 * @return the most expensive operation, as one sentence without a period; empty if no
	 * index is missing
	 * @throws SQLException if the catalog cannot be read
	 */
	static Optional<String> of(PlanNode plan, Catalog catalog) throws SQLException {
		PlanReading reading = new PlanReading(catalog);
		reading.visit(plan, 1, "");
		return Optional.ofNullable(reading.findings.lastEntry()).map(Map.Entry::getValue);
	}

	private void visit(PlanNode step, double times, String joinFilter) throws SQLException {
		if ("Seq Scan".equals(step.type())) {
			scan(step, times, joinFilter);
		}
		else if ("Sort".equals(step.type())) {
			sort(step, times);
		}
		for (PlanNode below : step.steps()) {
			boolean inner = "Nested Loop".equals(step.type()) && "Inner".equals(below.relationship());
			if (inner) {
				visit(below, times * Math.max(1, step.steps().get(0).rows()), step.joinFilter());
			}
			else if ("SubPlan".equals(below.relationship()) && !isHashed(below, step)) {
				visit(below, times * Math.max(1, step.rows()), "");
			}
			else {
				visit(below, times, "Materialize".equals(step.type()) ? joinFilter : "");
			}
		}
	}

	private static boolean isHashed(PlanNode subplan, PlanNode step) {
		return step.conditions().stream().anyMatch((condition) -> condition.contains("hashed " + subplan.subplan()));
	}

	private void scan(PlanNode step, double times, String joinFilter) throws SQLException {
		Table table = this.catalog.find(step.schema(), step.table()).orElse(null);
		if (table == null || table.rows() < SMALL_TABLE || table.rows() * times <= MANY_ROWS) {
			return;
		}
		List<Condition> own = conditions(step, table);
		List<Condition> joining = Condition.of(joinFilter, step.alias(), table);
		List<Condition> all = Stream.concat(own.stream(), joining.stream()).toList();
		if (all.isEmpty()) {
			return;
		}
		boolean fewRows = !joining.isEmpty() || step.rows() <= table.rows() * FEW;
		double alone = (all.size() == 1 && joining.isEmpty()) ? step.rows() / table.rows() : Double.NaN;
		advice(table, all, alone, fewRows).ifPresent((advice) -> this.findings.putIfAbsent(table.rows() * times,
				String.format(Locale.ROOT, "full scan of %s (about %,.0f rows%s) by %s: %s", table.name(), table.rows(),
						(times > 1) ? String.format(Locale.ROOT, ", about %,.0f times", times) : "",
						columns(all.stream()).collect(Collectors.joining(", ")), advice)));
	}

	/**
	 * Returns what would support the conditions.
	 * @param alone the share of rows that the only condition keeps, according to the
	 * plan; not a number if there are several
	 * @param fewRows whether all conditions together keep few rows
	 */
	private static Optional<String> advice(Table table, List<Condition> all, double alone, boolean fewRows) {
		List<String> equal = selective(table, all, alone);
		Stream<Condition> ranges = all.stream()
			.filter((condition) -> condition.kind() == Kind.RANGE && condition.expression().isEmpty());
		List<String> range = columns(ranges).filter((column) -> !equal.contains(column)).limit(1).toList();
		Optional<String> special = all.stream().flatMap((condition) -> special(table, condition).stream()).findFirst();
		if (equal.isEmpty() && special.isPresent()) {
			return special;
		}
		List<String> searched = (!equal.isEmpty()) ? equal : range;
		if (searched.isEmpty()) {
			boolean compared = all.stream().anyMatch((condition) -> condition.kind() != Kind.OTHER);
			return compared ? Optional.empty() : Optional.of("no ordinary index supports this condition");
		}
		if (!fewRows || table.indexes().stream().anyMatch((index) -> index.valid() && index.finds(searched))) {
			return Optional.empty();
		}
		String wanted = "an index on %s (%s)".formatted(table.name(),
				Stream.concat(equal.stream(), range.stream()).limit(COLUMNS).collect(Collectors.joining(", ")));
		boolean known = !Double.isNaN(alone) || equal.stream().allMatch(table.statistics()::containsKey);
		return Optional.of(table.indexes()
			.stream()
			.filter((index) -> index.finds(searched))
			.findFirst()
			.map((index) -> "the index " + index.name() + " is not valid")
			.orElse(known ? wanted + " is missing"
					: "is " + wanted + " missing? Some of its columns have no statistics, which ANALYZE collects"));
	}

	/**
	 * Returns the columns whose values select few rows together, the most selective
	 * first. The average number of rows of a value counts, because the plan is generic.
	 */
	private static List<String> selective(Table table, List<Condition> all, double alone) {
		Map<String, Double> shares = new LinkedHashMap<>();
		for (Condition condition : all) {
			if (condition.fixesColumn()) {
				double share = !Double.isNaN(alone) ? alone : share(table, condition);
				shares.merge(condition.columns().get(0), share, Math::min);
			}
		}
		List<Map.Entry<String, Double>> helpful = shares.entrySet()
			.stream()
			.filter((column) -> column.getValue() <= HELPFUL)
			.sorted(Map.Entry.comparingByValue())
			.limit(COLUMNS)
			.toList();
		double together = helpful.stream().mapToDouble(Map.Entry::getValue).reduce(1, (one, other) -> one * other);
		return (together <= FEW) ? helpful.stream().map(Map.Entry::getKey).toList() : List.of();
	}

	private static double share(Table table, Condition condition) {
		Table.Statistics statistics = table.statistics().get(condition.columns().get(0));
		if (statistics == null) {
			return 0;
		}
		return (condition.kind() == Kind.NULL) ? statistics.nulls() : statistics.share();
	}

	/**
	 * Returns the index that supports a condition on which an ordinary one has no effect.
	 */
	private static Optional<String> special(Table table, Condition condition) {
		String searched = condition.expression().isEmpty() ? condition.columns().get(0) : condition.expression();
		return switch (condition.kind()) {
			case EXPRESSION -> Optional.of("an index on %s (%s) is missing".formatted(table.name(), searched));
			case PREFIX ->
				Optional.of("an index on %s (%s text_pattern_ops) is missing".formatted(table.name(), searched));
			case PATTERN -> Optional
				.of("for any part of a text, an index on %s using gin (%s gin_trgm_ops) of pg_trgm supports the pattern; for words, full-text search does"
					.formatted(table.name(), searched));
			default -> Optional.empty();
		};
	}

	private void sort(PlanNode step, double times) throws SQLException {
		PlanNode below = step.steps().get(0);
		if (step.rows() * times <= MANY_ROWS || below.table().isEmpty()) {
			return;
		}
		Table table = this.catalog.find(below.schema(), below.table()).orElse(null);
		if (table == null) {
			return;
		}
		List<Table.Key> order = new ArrayList<>();
		for (String sortKey : step.sortKeys()) {
			Matcher key = SORT_KEY.matcher(sortKey);
			if (!key.matches() || !table.columns().containsKey(key.group(1))) {
				return;
			}
			order.add(new Table.Key(key.group(1), key.group(2) != null));
		}
		List<String> found = columns(conditions(below, table).stream().filter(Condition::fixesColumn))
			.filter((column) -> order.stream().noneMatch((key) -> key.column().equals(column)))
			.toList();
		if (table.indexes().stream().noneMatch((index) -> index.valid() && index.orders(found, order))) {
			boolean mixed = order.stream().map(Table.Key::descending).distinct().count() > 1;
			Stream<String> ordered = order.stream()
				.map((key) -> key.column() + ((mixed && key.descending()) ? " DESC" : ""));
			this.findings.putIfAbsent(step.rows() * times, String.format(Locale.ROOT,
					"sort of about %,.0f rows of %s by %s: an index on %s (%s) would avoid the sort", step.rows(),
					table.name(), order.stream().map(Table.Key::column).collect(Collectors.joining(", ")), table.name(),
					Stream.concat(found.stream(), ordered).collect(Collectors.joining(", "))));
		}
	}

	private static List<Condition> conditions(PlanNode step, Table table) {
		return step.conditions()
			.stream()
			.flatMap((condition) -> Condition.of(condition, step.alias(), table).stream())
			.toList();
	}

	private static Stream<String> columns(Stream<Condition> conditions) {
		return conditions.flatMap((condition) -> condition.columns().stream()).distinct();
	}

	/**
	 * Provides the tables of a database.
	 */
	@FunctionalInterface
	interface Catalog {

		/**
		 * Finds a table.
		 * @return the table, empty if there is none
		 */
		Optional<Table> find(String schema, String name) throws SQLException;

	}

}
