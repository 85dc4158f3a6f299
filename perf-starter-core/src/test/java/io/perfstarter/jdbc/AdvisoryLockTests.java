package io.perfstarter.jdbc;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SqlStatement}: advisory locks.
 */
class AdvisoryLockTests {

	@ParameterizedTest
	@ValueSource(strings = { "select pg_advisory_lock(1)", "SELECT PG_TRY_ADVISORY_XACT_LOCK (?, ?)",
			"select pg_catalog.pg_advisory_xact_lock_shared\n(1)",
			"with l as (select pg_advisory_lock(1)) select 1 from l", "select pg_advisory_unlock(1)",
			"do $$ begin perform pg_advisory_lock(1); end $$", "{? = call pg_try_advisory_lock(?)}",
			"select id, get_lock('it''s', 10) from t", "do release_lock('a')", "select is_free_lock('a')",
			"select is_used_lock(?)", "select release_all_locks()" })
	void usesALock(String sql) {
		assertThat(SqlStatement.of(sql).usesAdvisoryLock()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "select 1", "select 'pg_advisory_lock(1)'", "select a -- get_lock('a', 1)\nfrom t",
			"/* pg_advisory_lock(1) */ select 1", "select get_lock from t", "select forget_lock(1)",
			"select * from pg_locks where locktype = 'advisory'", "select * from t for update" })
	void usesNone(String sql) {
		assertThat(SqlStatement.of(sql).usesAdvisoryLock()).isFalse();
	}

	@Test
	void aTextOfMoreThanTenThousandCharactersIsNotAnalyzed() {
		String sql = "select pg_advisory_lock(1)";
		assertThat(SqlStatement.of(sql + " ".repeat(10_000 - sql.length())).usesAdvisoryLock()).isTrue();
		assertThat(SqlStatement.of(sql + " ".repeat(10_001 - sql.length())).usesAdvisoryLock()).isFalse();
	}

}
