package io.perfstarter.reporting;

import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PostgresPlan} and {@link QueryPlan} with plans written by hand.
 */
class PostgresPlanTests {

	@Test
	void textIsKept() {
		String plan = """
				Limit  (cost=0.42..8.44 rows=1 width=30)
				  ->  Index Scan using tickets_2 on tickets t  (cost=0.42..8.44 rows=1 width=30)
				        Index Cond: ((t.lot_1 = $1) AND ("Odd one's" = $2))""";
		assertThat(PostgresPlan.read(plan).lines()).containsExactlyElementsOf(plan.lines().toList());
	}

	@Test
	void costOfANodeIsWithoutThatOfItsChildren() {
		assertThat(PostgresPlan.read("""
				Limit  (cost=9000.00..9000.50 rows=10 width=8)
				  ->  Sort  (cost=9000.00..9250.00 rows=20000 width=8)
				        Sort Key: start_at
				        ->  Seq Scan on tickets  (cost=0.00..8000.25 rows=20000 width=8)
				              Filter: (lot = $1)""").costliest())
			.isEqualTo("the most expensive node is Seq Scan on tickets, with a cost of 8000 and about 20000 rows");
		assertThat(PostgresPlan.read("""
				Nested Loop  (cost=0.00..5000.00 rows=1 width=8)
				  ->  Seq Scan on lots l  (cost=0.00..30.00 rows=1000 width=8)
				  ->  Index Scan using tickets_lot on tickets t  (cost=0.00..4.00 rows=1 width=8)
				        Index Cond: (lot = l.id)""").costliest())
			.isEqualTo("the most expensive node is Nested Loop, with a cost of 4966 and about 1 row");
	}

	@Test
	void subplansBelongToTheirNodes() {
		assertThat(PostgresPlan.read("""
				Hash Join  (cost=1000.00..3000.00 rows=5 width=8)
				  InitPlan 1 (returns $0)
				    ->  Seq Scan on lots  (cost=0.00..700.00 rows=9 width=8)
				  ->  Seq Scan on tickets  (cost=0.00..1000.00 rows=400 width=8)
				        Filter: (NOT (ANY (id = (hashed SubPlan 2).col1)))
				        SubPlan 2
				          ->  Seq Scan on orders  (cost=0.00..900.00 rows=7 width=8)
				  ->  Hash  (cost=200.00..200.00 rows=4 width=8)
				        ->  Seq Scan on cars  (cost=0.00..200.00 rows=4 width=8)
				  SubPlan 3
				    ->  Seq Scan on zones  (cost=0.00..950.00 rows=6 width=8)""").costliest())
			.isEqualTo("the most expensive node is Seq Scan on zones, with a cost of 950 and about 6 rows");
	}

	@Test
	void literalsAreRemoved() {
		assertThat(PostgresPlan
			.read("""
					Seq Scan on tickets  (cost=0.00..8.44 rows=1 width=30)
					  Filter: ((a = 'it''s a "secret'::text) AND (b = 4711) AND (c = '-4712'::integer) AND (d > 4713.5) AND (e = '
					Seq Scan on secret  (cost=0.00..4714.00 rows=1 width=30)
					secret'::text) AND ("it's" = ANY ('{4715}'::integer[])))""")
			.lines()).containsExactly("Seq Scan on tickets  (cost=0.00..8.44 rows=1 width=30)",
					"  Filter: ((a = ?::text) AND (b = ?) AND (c = ?::integer) AND (d > ?) AND (e = ?::text)"
							+ " AND (\"it's\" = ANY (?::integer[])))");
		assertThat(PostgresPlan.read("  Filter: (a = 'secret").lines()).containsExactly("  Filter: (a = ?");
	}

	@Test
	void longPlanIsCut() {
		String secret = "'" + "it''s ".repeat(20_000) + "'";
		assertThat(PostgresPlan.read("  Filter: " + secret).lines()).containsExactly("  Filter: ?");
		String node = "Seq Scan on " + "t".repeat(2000) + "\n";
		assertThat(PostgresPlan.read(node.repeat(100)).lines()).hasSize(100)
			.allSatisfy((line) -> assertThat(line).hasSize(1000));
		assertThat(PostgresPlan.read(node.repeat(101)).lines()).hasSize(101).endsWith("…");
		assertThat(new QueryPlan("", Collections.nCopies(100, "a")).lines()).isEqualTo(Collections.nCopies(100, "a"));
	}

	@Test
	void convertedColumnIsNamedWithItsType() {
		assertThat(PostgresPlan.conversion("""
				Seq Scan on tickets  (cost=0.00..4387.00 rows=1000 width=33)
				  Filter: (((car_number)::text = $1) AND ((id)::numeric = $2))""", "text", "bigint"))
			.contains("the column id (bigint)");
		assertThat(PostgresPlan.conversion("""
				Index Scan using tickets_pkey on tickets  (cost=0.42..8.44 rows=1 width=33)
				  Index Cond: (id = $1)
				  Filter: ((lot)::numeric = $2)""", "bigint", "integer")).isEmpty();
	}

	@Test
	void planWithoutCostsNamesNoNode() {
		assertThat(PostgresPlan.read("Seq Scan on tickets"))
			.isEqualTo(new QueryPlan("", List.of("Seq Scan on tickets")));
	}

}
