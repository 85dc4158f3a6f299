package io.perfstarter.reporting.plan;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for {@link PlanReading} and {@link PlanNode} with plans written by hand.
 */
class PlanReadingTests {

	private static final Map<String, String> COLUMNS = Map.of("id", "bigint", "lot", "bigint", "car_number",
			"character varying(20)", "start_at", "timestamp without time zone", "is_deleted", "boolean");

	/** There is none of {@code start_at}. */
	private static final Map<String, Table.Statistics> STATISTICS = Map.of("id", new Table.Statistics(0, 1_600_000),
			"lot", new Table.Statistics(0.2, 1_600_000), "car_number", new Table.Statistics(0.99, 1_600), "is_deleted",
			new Table.Statistics(0, 1));

	private static Table table(double rows, Table.Index... indexes) {
		return new Table("tickets", rows, COLUMNS, STATISTICS, List.of(indexes));
	}

	private static Table.Index index(boolean valid, String... columns) {
		return new Table.Index("found", valid,
				List.of(columns).stream().map((column) -> new Table.Key(column, false)).toList());
	}

	private static String scan(double rows, String filter) {
		return scan("", rows, filter);
	}

	private static String scan(String more, double rows, String filter) {
		return """
				<Plan><Node-Type>Seq Scan</Node-Type>%s<Relation-Name>tickets</Relation-Name><Schema>public</Schema>
				<Alias>t</Alias><Plan-Rows>%.0f</Plan-Rows><Filter>%s</Filter></Plan>""".formatted(more, rows, filter);
	}

	private static String above(String type, double rows, String more, String... below) {
		return "<Plan><Node-Type>%s</Node-Type><Plan-Rows>%.0f</Plan-Rows>%s<Plans>%s</Plans></Plan>".formatted(type,
				rows, more, String.join("", below));
	}

	private static Optional<String> read(String plan, Table table) throws IOException, SQLException {
		String xml = "<explain xmlns=\"http://www.postgresql.org/2009/explain\">\n<Query>%s</Query></explain>"
			.formatted(plan);
		return PlanReading.of(PlanNode.parse(xml),
				(schema, name) -> "public.tickets".equals(schema + "." + name) ? Optional.of(table) : Optional.empty());
	}

	@Test
	void indexIsMissing() throws Exception {
		assertThat(read(scan(3, "((t.car_number)::text = $1)"), table(1_600_000)))
			.contains("full scan of tickets (about 1,600,000 rows) by car_number: "
					+ "an index on tickets (car_number) is missing");
	}

	@Test
	void equalColumnsComeFirst() throws Exception {
		assertThat(read(scan(3, "((t.start_at &gt; $1) AND (t.lot = $2) AND (t.id &lt; $3))"), table(1_600_000)))
			.hasValueSatisfying((sentence) -> assertThat(sentence)
				.endsWith("by start_at, lot, id: an index on tickets (lot, start_at) is missing"));
	}

	@Test
	void indexThatIsThereIsNotMissing() throws Exception {
		String plan = scan(3, "((t.lot = $1) AND (t.id = $2) AND (t.start_at &gt; $3))");
		assertThat(read(plan, table(1_600_000, index(true, "id", "lot")))).isEmpty();
		assertThat(read(plan, table(1_600_000, index(true, "lot")))).isPresent();
		assertThat(read(plan, table(1_600_000, index(true, "car_number", "id", "lot")))).isPresent();
	}

	@Test
	void indexThatIsNotValidIsNamed() throws Exception {
		assertThat(read(scan(3, "(t.lot = $1)"), table(1_600_000, index(false, "lot"))))
			.contains("full scan of tickets (about 1,600,000 rows) by lot: the index found is not valid");
	}

	@Test
	void conditionThatNoIndexServes() throws Exception {
		assertThat(read(scan(3, "((t.id)::text = 'a secret'::text)"), table(1_600_000)))
			.contains("full scan of tickets (about 1,600,000 rows) by id: no ordinary index supports this condition");
	}

	@Test
	void indexOfAnExpressionIsMissing() throws Exception {
		assertThat(read(scan(3, "(lower((t.car_number)::text) = 'a secret'::text)"), table(1_600_000)))
			.contains("full scan of tickets (about 1,600,000 rows) by car_number: "
					+ "an index on tickets (lower(car_number)) is missing");
		assertThat(read(scan(3, "((t.car_number)::text ~~ 'a secret%'::text)"), table(1_600_000)))
			.hasValueSatisfying((sentence) -> assertThat(sentence)
				.endsWith("an index on tickets (car_number text_pattern_ops) is missing"));
	}

	@Test
	void patternNeedsATrigramIndex() throws Exception {
		assertThat(read(scan(3, "((t.is_deleted = $1) AND (lower((t.car_number)::text) ~~ '%a secret%'::text))"),
				table(1_600_000)))
			.hasValueSatisfying((sentence) -> assertThat(sentence)
				.contains("by is_deleted, car_number", "gin (lower(car_number) gin_trgm_ops)")
				.doesNotContain("(is_deleted", "secret"));
	}

	@Test
	void columnWithFewValuesNeedsNoIndex() throws Exception {
		assertThat(read(scan(3, "((NOT t.is_deleted) AND (t.id = (t.lot + 1)))"), table(1_600_000))).isEmpty();
		assertThat(read(scan(3, "((NOT t.is_deleted) AND (t.car_number IS NULL))"), table(1_600_000))).isEmpty();
		assertThat(read(scan(3, "((NOT t.is_deleted) AND (t.lot = $1) AND (t.id IS NULL))"), table(1_600_000)))
			.hasValueSatisfying(
					(sentence) -> assertThat(sentence).endsWith("an index on tickets (id, lot) is missing"));
	}

	@Test
	void columnWithoutStatisticsIsAQuestion() throws Exception {
		assertThat(read(scan(3, "((t.lot = $1) AND (t.start_at = $2))"), table(1_600_000))).hasValueSatisfying(
				(sentence) -> assertThat(sentence).contains("is an index on tickets (start_at, lot) missing?"));
	}

	@Test
	void smallTablesAndLargeAnswersNeedNoIndex() throws Exception {
		assertThat(read(scan(3, "(t.lot = $1)"), table(10_000))).isEmpty();
		assertThat(read(scan(3, "(t.lot = $1)"), table(10_001))).isPresent();
		assertThat(read(scan(3, "(t.lot = $1)"), table(-1))).isEmpty();
		assertThat(read(scan(20_001, "(t.lot = $1)"), table(200_000))).isEmpty();
		assertThat(read(scan(20_000, "(t.lot = $1)"), table(200_000))).isPresent();
		assertThat(read(scan(200_000, ""), table(200_000))).isEmpty();
	}

	@Test
	void innerScanOfANestedLoop() throws Exception {
		String outer = "<Plan><Node-Type>Index Scan</Node-Type><Parent-Relationship>Outer</Parent-Relationship>"
				+ "<Relation-Name>orders</Relation-Name><Plan-Rows>300</Plan-Rows></Plan>";
		String inner = scan("<Parent-Relationship>Inner</Parent-Relationship>", 5000, "");
		String join = "<Join-Filter>(o.id = t.lot)</Join-Filter>";
		String sentence = "full scan of tickets (about 5,000 rows, about 300 times) by lot: "
				+ "an index on tickets (lot) is missing";
		assertThat(read(above("Nested Loop", 300, join, outer, inner), table(5000))).contains(sentence);
		String kept = above("Materialize", 5000, "<Parent-Relationship>Inner</Parent-Relationship>", scan(5000, ""));
		assertThat(read(above("Nested Loop", 300, join, outer, kept), table(5000))).contains(sentence);
		assertThat(read(above("Hash Join", 300, join, outer, inner), table(5000))).isEmpty();
		assertThat(read(above("Nested Loop", 300, join, outer, inner), table(400))).isEmpty();
	}

	@Test
	void scanOfASubqueryForEachRow() throws Exception {
		String subplan = scan(
				"<Parent-Relationship>SubPlan</Parent-Relationship><Subplan-Name>SubPlan 1</Subplan-Name>", 5,
				"(t.lot = o.id)");
		assertThat(read(above("Index Scan", 300, "", subplan), table(5000)))
			.hasValueSatisfying((sentence) -> assertThat(sentence).contains("about 300 times", "tickets (lot)"));
		String hashed = "<Filter>(ANY (o.id = (hashed SubPlan 1).col1))</Filter>";
		assertThat(read(above("Index Scan", 300, hashed, subplan), table(5000))).isEmpty();
	}

	@Test
	void sortThatAnIndexSpares() throws Exception {
		String keys = "<Sort-Key><Item>t.start_at DESC</Item><Item>t.id DESC</Item></Sort-Key>";
		String plan = above("Sort", 20_000, keys, scan(20_000, "(t.lot = $1)"));
		assertThat(read(plan, table(100_000))).contains("sort of about 20,000 rows of tickets by start_at, id: "
				+ "an index on tickets (lot, start_at, id) would avoid the sort");
		assertThat(read(plan, table(100_000, index(true, "lot", "start_at", "id")))).isEmpty();
		assertThat(read(plan, table(100_000, index(false, "lot", "start_at", "id")))).isPresent();
		assertThat(read(plan, table(100_000, index(true, "start_at", "id")))).isPresent();
		assertThat(read(above("Sort", 10_000, keys, scan(10_000, "(t.lot = $1)")), table(50_000))).isEmpty();
		assertThat(read(above("Sort", 20_000, keys, scan(20_000, "(t.lot IS NULL)")), table(100_000)))
			.hasValueSatisfying((sentence) -> assertThat(sentence).contains("(lot, start_at, id)"));
	}

	@Test
	void directionsOfASortMatter() throws Exception {
		String keys = "<Sort-Key><Item>t.start_at DESC</Item><Item>t.id</Item></Sort-Key>";
		String plan = above("Sort", 200_000, keys, scan(200_000, ""));
		assertThat(read(plan, table(200_000, index(true, "start_at", "id"))))
			.hasValueSatisfying((sentence) -> assertThat(sentence).contains("an index on tickets (start_at DESC, id)"));
		Table.Index mirrored = new Table.Index("found", true,
				List.of(new Table.Key("start_at", false), new Table.Key("id", true)));
		assertThat(read(plan, table(200_000, mirrored))).isEmpty();
	}

	@Test
	void sortsThatNoOrdinaryIndexSpares() throws Exception {
		for (String key : List.of("(lower((t.car_number)::text))", "t.start_at DESC NULLS LAST", "o.placed_at",
				"(count(*))", "t.car_number COLLATE \"C\"")) {
			String keys = "<Sort-Key><Item>%s</Item></Sort-Key>".formatted(key);
			assertThat(read(above("Sort", 200_000, keys, scan(200_000, "")), table(200_000))).as(key).isEmpty();
		}
		String keys = "<Sort-Key><Item>t.start_at</Item></Sort-Key>";
		String joined = above("Hash Join", 200_000, "", scan(200_000, ""), scan(200_000, ""));
		assertThat(read(above("Sort", 200_000, keys, joined), table(200_000))).isEmpty();
	}

	@Test
	void theLargestIsNamed() throws Exception {
		String keys = "<Sort-Key><Item>t.start_at</Item></Sort-Key>";
		assertThat(read(above("Sort", 20_000, keys, scan(20_000, "(t.lot = $1)")), table(1_000_000)))
			.hasValueSatisfying((sentence) -> assertThat(sentence).startsWith("full scan"));
	}

	@Test
	void whatIsNoPlanIsRefused() {
		assertThatIOException().isThrownBy(() -> PlanNode.parse("<explain></explain>"));
		assertThatIOException().isThrownBy(() -> PlanNode.parse("no plan"));
		assertThatIOException().isThrownBy(() -> PlanNode
			.parse("<!DOCTYPE explain [<!ENTITY a SYSTEM \"file:/etc/hostname\">]><explain>&a;</explain>"));
	}

}
