package io.perfstarter.reporting;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ExplainProbe.PostgresPlan} with plans written by hand.
 */
class PostgresPlanTests {

	@Test
	void textIsKept() {
		String plan = """
				Limit  (cost=0.42..8.44 rows=1 width=30)
				  ->  Index Scan using tickets_2 on tickets t  (cost=0.42..8.44 rows=1 width=30)
				        Index Cond: ((t.lot_1 = $1) AND ("Odd one's" = $2))""";
		assertThat(ExplainProbe.PostgresPlan.withoutLiterals(plan)).containsExactlyElementsOf(plan.lines().toList());
	}

	@Test
	void literalsAreRemoved() {
		assertThat(ExplainProbe.PostgresPlan.withoutLiterals(
				"""
						Seq Scan on tickets  (cost=0.00..8.44 rows=1 width=30)
						  Filter: ((a = 'it''s a "secret'::text) AND (b = 4711) AND (c = '-4712'::integer) AND (d > 4713.5) AND (e = '
						Seq Scan on secret  (cost=0.00..4714.00 rows=1 width=30)
						secret'::text) AND ("it's" = ANY ('{4715}'::integer[])))"""))
			.containsExactly("Seq Scan on tickets  (cost=0.00..8.44 rows=1 width=30)",
					"  Filter: ((a = ?::text) AND (b = ?) AND (c = ?::integer) AND (d > ?) AND (e = ?::text)"
							+ " AND (\"it's\" = ANY (?::integer[])))");
		assertThat(ExplainProbe.PostgresPlan.withoutLiterals("  Filter: (a = 'secret"))
			.containsExactly("  Filter: (a = ?");
	}

	@Test
	void longPlanIsCut() {
		String secret = "'" + "it''s ".repeat(20_000) + "'";
		assertThat(ExplainProbe.PostgresPlan.withoutLiterals("  Filter: " + secret)).containsExactly("  Filter: ?");
		String node = "Seq Scan on " + "t".repeat(2000) + "\n";
		assertThat(ExplainProbe.PostgresPlan.withoutLiterals(node.repeat(100))).hasSize(100)
			.allSatisfy((line) -> assertThat(line).hasSize(1000));
		assertThat(ExplainProbe.PostgresPlan.withoutLiterals(node.repeat(101))).hasSize(101).endsWith("…");
	}

	@Test
	void convertedColumnIsNamedWithItsType() {
		assertThat(ExplainProbe.PostgresPlan.conversion("""
				Seq Scan on tickets  (cost=0.00..4387.00 rows=1000 width=33)
				  Filter: (((car_number)::text = $1) AND ((id)::numeric = $2))""", "text", "bigint"))
			.contains("the column id (bigint)");
		assertThat(ExplainProbe.PostgresPlan.conversion("""
				Index Scan using tickets_pkey on tickets  (cost=0.42..8.44 rows=1 width=33)
				  Index Cond: (id = $1)
				  Filter: ((lot)::numeric = $2)""", "bigint", "integer")).isEmpty();
	}

}
