package io.perfstarter.jdbc;

import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SqlStatement}: tables.
 */
class StatementTablesTests {

	@Test
	void tablesThatAreRead() {
		assertThat(read("select * from ticket where id = ?")).containsExactly("ticket");
		assertThat(read("select t.id from Ticket t left join sales.\"Lot\" l on l.id = t.lot"))
			.containsExactlyInAnyOrder("ticket", "lot");
		assertThat(read("select 1 from ticket t, lot as l, zone where t.lot = l.id"))
			.containsExactlyInAnyOrder("ticket", "lot", "zone");
		assertThat(read("select ' from nowhere ', a -- from nothing")).isEmpty();
		assertThat(read("select a from (select b from ticket) x")).containsExactly("ticket");
		assertThat(read("with recent as (select * from ticket) select * from recent"))
			.containsExactlyInAnyOrder("recent", "ticket");
	}

	@ParameterizedTest
	@ValueSource(strings = { "insert into ticket (id) values (1)", "INSERT INTO \"public\".\"Ticket\" VALUES (1)",
			"update only ticket t set a = 1", "delete from `ticket` where id = 1",
			"merge into ticket using lot on 1 = 1", "truncate table ticket" })
	void theTableThatIsWritten(String sql) {
		assertThat(SqlStatement.plain(SqlStatement.of(sql).written())).isEqualTo("ticket");
	}

	@Test
	void theSourceOfAnInsertIsRead() {
		SqlStatement tables = SqlStatement.of("insert into ticket select * from draft");
		assertThat(tables.written()).isEqualTo("ticket");
		assertThat(tables.read()).containsExactly("draft");
	}

	private static Set<String> read(String sql) {
		SqlStatement tables = SqlStatement.of(sql);
		assertThat(tables.written()).isNull();
		return tables.read();
	}

}
