package io.perfstarter.reporting.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.perfstarter.reporting.plan.Condition.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Condition}.
 */
class ConditionTests {

	private static final Table TABLE = table();

	private static Table table() {
		Map<String, String> columns = new LinkedHashMap<>();
		columns.put("id", "bigint");
		columns.put("car_number", "character varying(20)");
		columns.put("start_at", "timestamp");
		columns.put("\"Odd Name\"", "text");
		columns.put("active", "boolean");
		return new Table("tickets", 1_000_000, columns, Map.of(), List.of());
	}

	private static List<Condition> read(String sql) {
		return Condition.of(sql, "t", TABLE);
	}

	private static Condition equal(String column) {
		return new Condition(List.of(column), Kind.EQUAL, "");
	}

	private static Condition range(String column) {
		return new Condition(List.of(column), Kind.RANGE, "");
	}

	private static Condition other(String... columns) {
		return new Condition(List.of(columns), Kind.OTHER, "");
	}

	@Test
	void comparisonsWithAValue() {
		assertThat(read("(t.id = $1)")).containsExactly(equal("id"));
		assertThat(read("($1 = t.id)")).containsExactly(equal("id"));
		assertThat(read("(t.id >= $1)")).containsExactly(range("id"));
		assertThat(read("(t.\"Odd Name\" = 'x'::text)")).containsExactly(equal("\"Odd Name\""));
		assertThat(read("(t.id = ANY ('{1,2}'::bigint[]))")).containsExactly(equal("id"));
		assertThat(read("(t.id = (InitPlan 1).col1)")).containsExactly(equal("id"));
	}

	@Test
	void severalConditions() {
		assertThat(read("((t.id = $1) AND (t.start_at >= $2) AND (t.start_at < $3))")).containsExactly(equal("id"),
				range("start_at"), range("start_at"));
		assertThat(read("(t.active AND ((t.id = $1) AND (t.start_at IS NULL)))")).containsExactly(equal("active"),
				equal("id"), new Condition(List.of("start_at"), Kind.NULL, ""));
		assertThat(read("(NOT t.active)")).containsExactly(equal("active"));
	}

	@Test
	void textIsComparedAsItIsStored() {
		assertThat(read("((t.car_number)::text = $1)")).containsExactly(equal("car_number"));
		assertThat(read("((t.id)::text = $1)")).containsExactly(other("id"));
		assertThat(read("(t.id = ($1)::text)")).containsExactly(equal("id"));
	}

	@Test
	void whatNoOrdinaryIndexServes() {
		assertThat(read("((t.car_number)::text !~~ '%x%'::text)")).containsExactly(other("car_number"));
		assertThat(read("(substr((t.car_number)::text, 2) = $1)")).containsExactly(other("car_number"));
		assertThat(read("(t.id <> $1)")).containsExactly(other("id"));
		assertThat(read("((t.id = $1) OR (t.active = $2))")).containsExactly(other("id", "active"));
		assertThat(read("((t.id = $1) OR (t.id = $2))")).containsExactly(other("id"));
		assertThat(read("((t.id + 1) = $1)")).containsExactly(other("id"));
		assertThat(read("(t.id = (t.id * $1))")).containsExactly(other("id"));
	}

	@Test
	void functionsOfAColumn() {
		assertThat(read("(lower((t.car_number)::text) = $1)"))
			.containsExactly(of(Kind.EXPRESSION, "lower(car_number)"));
		assertThat(read("($1 = lower(btrim((t.car_number)::text)))"))
			.containsExactly(of(Kind.EXPRESSION, "lower(btrim(car_number))"));
	}

	@Test
	void patterns() {
		assertThat(read("((t.car_number)::text ~~ '%x%'::text)")).containsExactly(of(Kind.PATTERN, ""));
		assertThat(read("((t.car_number)::text ~~ $1)")).containsExactly(of(Kind.PATTERN, ""));
		assertThat(read("((t.car_number)::text ~~* 'ZH%'::text)")).containsExactly(of(Kind.PATTERN, ""));
		assertThat(read("(lower((t.car_number)::text) ~~ $1)")).containsExactly(of(Kind.PATTERN, "lower(car_number)"));
		assertThat(read("((t.car_number)::text ~~ 'ZH%'::text)")).containsExactly(of(Kind.PREFIX, ""));
	}

	private static Condition of(Kind kind, String expression) {
		return new Condition(List.of("car_number"), kind, expression);
	}

	@Test
	void columnsOfOthersAreValues() {
		assertThat(read("(o.ticket = t.id)")).containsExactly(equal("id"));
		assertThat(read("(o.id = $1)")).isEmpty();
		assertThat(read("(at.id = $1)")).isEmpty();
		assertThat(read("(t.id_of_another = $1)")).isEmpty();
		assertThat(read("")).isEmpty();
	}

	@Test
	void literalsAreNoConditions() {
		assertThat(read("((o.notes = 't.id = 1 AND (t.active'::text) AND (t.id = $1))")).containsExactly(equal("id"));
		assertThat(read("(o.notes = 'it''s t.id'::text)")).isEmpty();
	}

	@Test
	void aliasMayNeedQuotes() {
		assertThat(Condition.of("(\"user\".id = $1)", "user", TABLE)).containsExactly(equal("id"));
		assertThat(Condition.of("(\"My T\".id = $1)", "My T", TABLE)).containsExactly(equal("id"));
	}

}
