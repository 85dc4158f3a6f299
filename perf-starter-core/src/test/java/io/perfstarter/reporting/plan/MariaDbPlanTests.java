package io.perfstarter.reporting.plan;

import java.util.Optional;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MariaDbPlan} with plans written by hand.
 */
class MariaDbPlanTests {

	@Test
	void namesTheColumnsOfTheLargestScanWithoutAnIndex() {
		assertThat(read(table("o", 20_000, "", "o.state = 'NEW'") + table("keyed", 90_000, """
				      "possible_keys": ["lot"],
				""", "keyed.lot = 1") + table("e", 49_892, "", "e.`odd column` = 7 and e.car_number like '%x%'")))
			.contains("full scan of e (about 49,892 rows) by odd column, car_number: "
					+ "no index of this table supports the condition");
	}

	@Test
	void smallTablesAndScansWithoutAConditionNeedNoIndex() {
		assertThat(read(table("e", 10_000, "", "e.lot = 1"))).isEmpty();
		assertThat(read(table("e", 90_000, "", "o.lot = 1"))).isEmpty();
	}

	@Test
	void literalsAreNoColumns() {
		assertThat(read(table("e", 90_000, "", "e.lot = 'it\\'s e.secret, isn''t e.it'")))
			.hasValueSatisfying((sentence) -> assertThat(sentence).contains(" by lot: "));
		String text = "e.secret \\'".repeat(20_000);
		assertThat(read(table("e", 90_000, "", "e.lot = '" + text + "'")))
			.hasValueSatisfying((sentence) -> assertThat(sentence).contains(" by lot: "));
	}

	private static Optional<String> read(String tables) {
		return MariaDbPlan.read("{\n  \"query_block\": {\n    \"select_id\": 1,\n" + tables + "  }\n}");
	}

	private static String table(String name, int rows, String more, String condition) {
		return """
				    "table": {
				      "table_name": "%s",
				      "access_type": "ALL",
				%s      "rows": %s,
				      "filtered": 100,
				      "attached_condition": "%s"
				    }
				""".formatted(name, more, rows, condition);
	}

}
