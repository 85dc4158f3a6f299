package io.perfstarter.boundary.repository;

import io.perfstarter.boundary.repository.RepositoryMethodRule.RepositoryAccess;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for statements in {@link RepositoryMethodRule}.
 */
class RepositoryStatementTests {

	@ParameterizedTest
	@ValueSource(strings = { "select 1", "SELECT * FROM tickets", "  \n\tselect 1", "(select 1) union (select 2)",
			"/* update t set a */ select 1", "-- for update\nselect 1", "select 'x for update' from t",
			"select 'it''s for update'", "select \"into\", `for share` from t", "select $$ for update $$",
			"select $a$ into $a$", "with x as (select 1) select * from x",
			"with x as not materialized (select 1) select * from x", "select deleted_from, for_update from t",
			"select updated, setting from t", "select get_lock from t",
			"select * from #{#entityName} t where t.into_zone = ?1", "select * from t where a = :#{#into}",
			"select \"nextval\", \"for update\" from t", "select a from t where b = 'C:\\for update'",
			"select a from t where b like ? escape '\\' and c = 'into'",
			"select max(a), \"into\" from t -- for update\r\n where `for share` = 1" })
	void reads(String sql) {
		assertThat(RepositoryMethodRule.access(sql)).isEqualTo(RepositoryAccess.READS);
	}

	@ParameterizedTest
	@ValueSource(strings = { "insert into t values (1)", "UPDATE t SET a = 1", "delete from t", "merge into t using u",
			"replace into t values (1)", "truncate t", "/* select */ insert into t values (1) returning id",
			"with x as (delete from t returning id) select * from x", "with x as (select 1) insert into t select 1",
			"with x as (update t set a = 1 returning a) select a from x", "select * from t for update",
			"select * from t FOR\n  UPDATE of t skip locked", "select * from t for no key update",
			"select * from t for share", "select * from t for key share nowait", "select * from t lock in share mode",
			"select nextval('s')", "select next value for s", "select s.nextval from dual", "select setval('s', 1)",
			"select a into b from t", "select pg_advisory_xact_lock(1)", "select pg_try_advisory_lock(1)",
			"select get_lock('a', 1)", "select * from final table (insert into t values (1))",
			"select \"nextval\"('s')", "select \"setval\" /**/ ('s', 1)", "select nextval/**/('s')",
			"select \"pg_try_advisory_xact_lock\"(1)", "select pg_advisory_lock -- c\n (1)",
			"with x as (delete/**/from t returning id) select * from x", "select a -- \rfrom t for update\n",
			"select a from t /* /* */ it's */ for update -- it's", "select a from t for/**/update",
			"select \"f\"(1) from t for update of \"t\"" })
	void writes(String sql) {
		assertThat(RepositoryMethodRule.access(sql)).isEqualTo(RepositoryAccess.WRITES);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "call close_all()", "{call close_all()}", "show transaction_read_only", "values (1)",
			"#{@statements.find()}", "explain select 1", "select claim_job()", "select \"f\"(1) from t",
			"with x as (select claim_job(:id) as id) select id from x" })
	void isUnclear(String sql) {
		assertThat(RepositoryMethodRule.access(sql)).isEqualTo(RepositoryAccess.UNCLEAR);
	}

}
