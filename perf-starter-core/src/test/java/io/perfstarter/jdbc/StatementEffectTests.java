package io.perfstarter.jdbc;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.test.util.ReflectionTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SqlStatement}: effects.
 */
class StatementEffectTests {

	@ParameterizedTest
	@ValueSource(strings = { "select 1", " SELECT * from t where id = ?", "(select a from t) union (select b from u)",
			"/* hint */ select t1_0.id from ticket t1_0 where t1_0.lot in (?,?)",
			"-- read\nselect count(*), coalesce(max(a), 0) from t group by (b)",
			"select a from t where note = 'insert into x; delete(y)'", "select \"into\" from t for update",
			"select a from t where exists (select 1 from u)", "select \"it's\" from t where a = 'x'",
			"select a from t offset ? rows fetch first ? rows only" })
	void cannotChangeData(String sql) {
		assertThat(SqlStatement.of(sql).effect()).isEqualTo(StatementEffect.NONE);
	}

	@ParameterizedTest
	@ValueSource(strings = { "update t set a = 1", "insert into t values (1)",
			"with x as (delete from t returning a) select a from x", "select a into b from t", "select nextval('s')",
			"select my_function(?)", "select s.f (1)", "select \"f\"(1)", "values (1)", "select a from f (1)",
			"savepoint a", "insert into t values ('a; commit')",
			"select json_extract(a, '$.b') from t where c like '\\_x'", "select $$a$$;", "select \"it's\", f('x')",
			"select `it's`, f('x')", "select 1 # it's\n, f('x')", "select 1 --f(1)", "select 1 /*! , f(1) */",
			"select 1 /*M! , f(1) */" })
	void mayChangeDataAsAWhole(String sql) {
		assertThat(SqlStatement.of(sql).effect()).isEqualTo(StatementEffect.CHANGE);
	}

	@ParameterizedTest
	@ValueSource(strings = { "rollback", "ROLLBACK TO SAVEPOINT a", " rollback work;", "/* b */ rollback to a" })
	void takesChangesBack(String sql) {
		assertThat(SqlStatement.of(sql).effect()).isEqualTo(StatementEffect.ROLLBACK);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "select 1; delete from t", "call p()", "{call p()}", "create table t (a int)",
			"selective()", "commit", "update t set a = 1; end", "do $$ begin commit; end $$", "truncate t",
			"select E'\\''; update t set a = 1 --'", "select $$'$$; update t set a = 1 --'" })
	void mayDoAnything(String sql) {
		assertThat(SqlStatement.of(sql).effect()).isEqualTo(StatementEffect.ANYTHING);
	}

	@Test
	void literalStatementsTakeNoMoreMemory() {
		for (int i = 0; i < 10_000; i++) {
			assertThat(SqlStatement.of("select a from t where id = " + i).effect()).isEqualTo(StatementEffect.NONE);
			assertThat(SqlStatement.of("update t set a = " + i).effect()).isEqualTo(StatementEffect.CHANGE);
			assertThat(SqlStatement.of("call p(" + i + ")").effect()).isEqualTo(StatementEffect.ANYTHING);
		}
		assertThat((Object[]) ReflectionTestUtils.getField(SqlStatement.class, "KNOWN")).hasSize(2048);
	}

	@Test
	void aTextIsReadOnce() {
		String sql = "select a from read_once";
		assertThat(SqlStatement.of(sql)).isSameAs(SqlStatement.of(new String(sql)));
	}

}
