package io.perfstarter.jdbc;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SqlStatement}.
 */
class SqlStatementTests {

	@ParameterizedTest
	@ValueSource(strings = { "select 1", " SELECT * from t where id = ?", "(select a from t) union (select b from u)",
			"/* hint */ select t1_0.id from ticket t1_0 where t1_0.lot in (?,?)",
			"-- read\nselect count(*), coalesce(max(a), 0) from t group by (b)",
			"select a from t where note = 'insert into x; delete(y)'", "select \"into\" from t for update",
			"select a from t where exists (select 1 from u)", "select \"it's\" from t where a = 'x'",
			"select a from t offset ? rows fetch first ? rows only", "select a from t -- it's\r\nwhere b in (1)",
			"select/* it's $1; \\ */count /**/ (*) from größe where b = 'C:\\x'",
			"select a[i - 1] from t where (b)[1] = 1", "select \"a.b\", `c` from \"t 1\" where x in (1); " })
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
			"select 1 /*M! , f(1) */", "insert /*! into t */ values (1)", "set local a = 1", "SET @a = 1",
			"set constraints all deferred" })
	void mayChangeDataAsAWhole(String sql) {
		assertThat(SqlStatement.of(sql).effect()).isEqualTo(StatementEffect.CHANGE);
	}

	@ParameterizedTest
	@ValueSource(strings = { "select обновить()", "select maskiß()", "select приcount()", "select запись()",
			"select * from обновить()", "select 😀count()", "select ran\u212A()", "select a\u00a0count()",
			"select @count()", "select \"wr\"()", "select \"count\"(1)", "select `wr`()", "select [wr](1)",
			"select wr/**/()", "select wr -- c\n()", "select s.count()", "select s . count()",
			"select s /**/ . -- c\n count ()", "select s.\"lower\"()", "select \"s\" . lower()", "select nextval for s",
			"select next value for s", "select s.nextval from dual" })
	void callsWhatMayChangeData(String sql) {
		assertThat(SqlStatement.of(sql).effect()).isEqualTo(StatementEffect.CHANGE);
	}

	@ParameterizedTest
	@ValueSource(strings = { "select 1 -- \r, wr()", "select count(*) -- all\rfrom wr()",
			"select 1 -- don't\r, wr() -- don't", "select 1 /* outer /* inner */ it's */ , wr() -- it's",
			"select /* /* */ ' */ wr() /* ' */", "select 1 // it's\n, wr() // '", "select [it's], wr(), [it's]",
			"select q'[it's]', wr(), '", "select nq'!it's!', wr(), '", "select 1 --'\n, wr() -- '",
			"select \"\\\"\", wr(), \"\"", "select '\\'', wr(), ''", "select 1 /*T! , wr() */",
			"select $1$'$1$, wr(), '", "select a from t where b like ? escape '\\'" })
	void mayChangeDataWhereDatabasesDiffer(String sql) {
		assertThat(SqlStatement.of(sql).effect()).isEqualTo(StatementEffect.CHANGE);
		assertThat(SqlStatement.of(sql + "; delete from t").effect()).isEqualTo(StatementEffect.ANYTHING);
	}

	@ParameterizedTest
	@ValueSource(strings = { "set autocommit=1", "set session autocommit = on", "SET @@autocommit=1",
			"set local autocommit = 1", "set @a = 1, autocommit = 1", "SET LOCAL `AutoCommit` = 1",
			"set password = password('a')", "set role a", "set local_infile = 1", "set transaction read only",
			"lock tables t write", "LOCK TABLE t READ" })
	void mayCommit(String sql) {
		assertThat(SqlStatement.of(sql).effect()).isEqualTo(StatementEffect.ANYTHING);
	}

	@ParameterizedTest
	@ValueSource(strings = { "rollback", "ROLLBACK TO SAVEPOINT a", " rollback work;", "/* b */ rollback to a" })
	void takesChangesBack(String sql) {
		assertThat(SqlStatement.of(sql).effect()).isEqualTo(StatementEffect.ROLLBACK);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "select 1; delete from t", "call p()", "{call p()}", "create table t (a int)",
			"selective()", "commit", "update t set a = 1; end", "do $$ begin commit; end $$", "truncate t",
			"select E'\\''; update t set a = 1 --'", "select $$'$$; update t set a = 1 --'",
			"/* /* */ ' */ call p() /* ' */ select 1", "-- c\rcall p() --\nselect 1",
			"// it's\ncall p() // '\nselect 1" })
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

	@ParameterizedTest
	@ValueSource(strings = { "select pg_advisory_lock(1)", "SELECT PG_TRY_ADVISORY_XACT_LOCK (?, ?)",
			"select pg_catalog.pg_advisory_xact_lock_shared\n(1)",
			"with l as (select pg_advisory_lock(1)) select 1 from l", "select pg_advisory_unlock(1)",
			"do $$ begin perform pg_advisory_lock(1); end $$", "{? = call pg_try_advisory_lock(?)}",
			"select id, get_lock('it''s', 10) from t", "do release_lock('a')", "select is_free_lock('a')",
			"select is_used_lock(?)", "select release_all_locks()", "select \"pg_advisory_xact_lock\"(3)",
			"select pg_catalog.\"pg_advisory_lock\" (3)", "select `get_lock`('a', 1)", "select [get_lock]('a', 1)",
			"select pg_advisory_xact_lock/**/(3)", "select pg_advisory_xact_lock -- c\n (3)",
			"select 1 -- \r, pg_advisory_lock(1)", "select /*! get_lock('a', 1) */",
			"do 'begin perform pg_advisory_lock(1); end'", "prepare a from 'select get_lock(1, 1)'" })
	void usesALock(String sql) {
		assertThat(SqlStatement.of(sql).usesAdvisoryLock()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "select 1", "select 'pg_advisory_lock(1)'", "select a -- get_lock('a', 1)\nfrom t",
			"/* pg_advisory_lock(1) */ select 1", "select get_lock from t", "select forget_lock(1)",
			"select заget_lock(1)", "select get_locks(1)", "select * from pg_locks where locktype = 'advisory'",
			"select * from t for update" })
	void usesNoLock(String sql) {
		assertThat(SqlStatement.of(sql).usesAdvisoryLock()).isFalse();
	}

	@Test
	void aTextOfMoreThanTenThousandCharactersIsNotAnalyzed() {
		String sql = "select pg_advisory_lock(1)";
		assertThat(SqlStatement.of(sql + " ".repeat(10_000 - sql.length())).usesAdvisoryLock()).isTrue();
		assertThat(SqlStatement.of(sql + " ".repeat(10_001 - sql.length())).usesAdvisoryLock()).isFalse();
	}

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
	@CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
			select * from kv as k(a, b), kv2 | kv, kv2
			select * from (kv), kv2 | kv, kv2
			select * from ( kv ) k , ("KV2") as l | kv, kv2
			select * from (kv join kv2 on true) | kv, kv2
			select * from a.b.c join d on 1 = 1 left join lateral (select * from e) f on true | c, d, e
			select * from lateral f(1) x, kv | kv
			select * from f(1) | ~~
			select * from "f" (1), kv | kv
			select * from f(1) as x(a), lateral g(2), kv | kv
			select * from t1 where x in (select y from t2) and z is distinct from t3.c | t1, t2
			select * from t1 where z is not  distinct /**/ from t3.c | t1
			select (select a from t1), total from t2 | t1, t2
			select * from ticket t, größe "g 1", `öffnung` | ticket, größe, öffnung
			select * from only kv, only (kv2) | kv, kv2
			select * from (table kv) x | kv
			select * from (values (1)) x | ~~
			select * from s . kv, "s" /**/ . "kv2" | kv, kv2
			select "from a" from kv where "x, y" = 1 | kv
			select a_from, b from kv order by a, b | kv
			copy kv from stdin | ~~
			select 'a' from t1 where x = ' -- ' union select b from t2 | t1, t2
			select 1 from t1 where a = 'C:\\x' and b in (select c from t2) | t1, t2
			select 1 from t1 where a like ? escape '\\' and b in (select c from t2) | t1, t2
			select 1 from t1 /* /* */ , t2 */ | t1
			""")
	void tablesInTheirForms(String sql, String tables) {
		assertThat(read(sql))
			.containsExactlyInAnyOrder(StringUtils.commaDelimitedListToStringArray(tables.replace(" ", "")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "insert into ticket (id) values (1)", "INSERT INTO \"public\".\"Ticket\" VALUES (1)",
			"update only ticket t set a = 1", "delete from `ticket` where id = 1",
			"merge into ticket using lot on 1 = 1", "truncate table ticket",
			"insert low_priority ignore into ticket values (1)", "insert ignore ticket values (1)",
			"insert ignore ticket(id) values (1)", "replace delayed ticket set a = 1",
			"update low_priority ignore ticket set a = 1", "update ticket as t set a = 1 from lot",
			"delete low_priority quick ignore from ticket", "delete/**/from only ticket", "update s . ticket set a = 1",
			"merge into only ticket using lot on 1 = 1", "truncate only ticket cascade" })
	void theTableThatIsWritten(String sql) {
		assertThat(SqlStatement.plain(SqlStatement.of(sql).written())).isEqualTo("ticket");
		assertThat(SqlStatement.of(sql).changed()).containsExactly("ticket");
	}

	@ParameterizedTest
	@ValueSource(strings = { "delete a from kv a join kv2 b on a.id = b.id", "delete a, b from kv a join kv2 b",
			"delete from a, b using kv a join kv2 b", "update kv a join kv2 b on a.id = b.id set b.n = 1",
			"update kv, kv2 set kv2.n = 1", "insert overwrite kv select 1", "insert or replace into kv values (1)",
			"insert all into kv values (1) select 1", "update top (1) kv set n = 1", "delete top (1) from kv",
			"merge top (1) into kv using kv2", "insert into 'kv'", "update -- \r kv set n = 1" })
	void theTableThatIsWrittenIsUncertain(String sql) {
		assertThat(SqlStatement.of(sql).written()).isNull();
		assertThat(SqlStatement.of(sql).changed()).isEmpty();
	}

	@Test
	void severalTablesAreTruncated() {
		SqlStatement truncate = SqlStatement.of("truncate table \"Kv\", s.kv2 restart identity");
		assertThat(truncate.written()).isEqualTo("\"Kv\"");
		assertThat(truncate.changed()).containsExactlyInAnyOrder("kv", "kv2");
	}

	/**
	 * Compares the time of the processor for four times the length, the shortest of
	 * several.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "a.", " ", "/* ", "pg_advisory_x", "$$", "$1$ ", "''", "(", "a,", "from ", "\"a", "'a",
			"-- ", " ;", "\u0300", "a (", "\"a\".", "[", "''\\", "join (", ", (a)", ". ", "/**/", "from a,", "from a(",
			"''\"" })
	void theTimeToReadIsProportionalToTheLength(String repeated) {
		for (String before : List.of("select ", "select * from a", "update ")) {
			long few = Long.MAX_VALUE;
			long many = Long.MAX_VALUE;
			for (int i = 0; i < 6; i++) {
				few = Math.min(few, cpuTime(before, repeated, 2_500, i));
				many = Math.min(many, cpuTime(before, repeated, 10_000, i));
			}
			assertThat(many).as("%s%s…", before, repeated).isLessThan(8 * few + Duration.ofMillis(5).toNanos());
		}
	}

	private static long cpuTime(String before, String repeated, int length, int number) {
		String end = "x" + number;
		String sql = (before + repeated.repeat(length)).substring(0, length - end.length()) + end;
		ThreadMXBean threads = ManagementFactory.getThreadMXBean();
		long begin = threads.getCurrentThreadCpuTime();
		SqlStatement statement = SqlStatement.of(sql);
		assertThat(statement.read()).isNotNull();
		assertThat(statement.mayChangeSession()).isFalse();
		return threads.getCurrentThreadCpuTime() - begin;
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
