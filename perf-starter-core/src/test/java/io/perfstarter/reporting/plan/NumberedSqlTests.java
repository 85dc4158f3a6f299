package io.perfstarter.reporting.plan;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link NumberedSql}.
 */
class NumberedSqlTests {

	private static void assertNumbered(String sql, String expected, int parameters) {
		assertThat(NumberedSql.of(sql)).contains(new NumberedSql(expected, parameters));
	}

	private static void assertUnchanged(String sql) {
		assertNumbered(sql, sql, 0);
	}

	@Test
	void placeholdersAreNumbered() {
		assertNumbered("select * from t where a=? and b in (?,?)", "select * from t where a=$1 and b in ($2,$3)", 3);
		assertNumbered("select ?::int, a::text from t limit ?", "select $1::int, a::text from t limit $2", 2);
		assertNumbered("select * from t where a = ?and b = ?", "select * from t where a = $1 and b = $2", 2);
	}

	@Test
	void questionMarksInQuotesAreNone() {
		assertUnchanged("select 'what?', 'it''s ?', \"odd?\", \"od\"\"d?\" from t");
		assertNumbered("select E'it\\'s ?', e'\\\\', e'a''\\'?' from t where a = ?",
				"select E'it\\'s ?', e'\\\\', e'a''\\'?' from t where a = $1", 1);
		assertNumbered("select '\\' from t where a = ? and b = '?'", "select '\\' from t where a = $1 and b = '?'", 1);
		assertUnchanged("select U&'?', N'?', B'?' from t");
	}

	@Test
	void questionMarksInDollarQuotesAreNone() {
		assertNumbered("select $$?'$$, $a$ $$ ? $b$ $a$, ?", "select $$?'$$, $a$ $$ ? $b$ $a$, $1", 1);
		assertNumbered("select f$a$ from t where a = ?", "select f$a$ from t where a = $1", 1);
	}

	@Test
	void questionMarksInCommentsAreNone() {
		assertNumbered("/* why? */ select 1 -- what? 'no\n, ?", "/* why? */ select 1 -- what? 'no\n, $1", 1);
		assertNumbered("select /* a /* b? */ c? */ ? from t", "select /* a /* b? */ c? */ $1 from t", 1);
		assertUnchanged("select 1 -- ?");
	}

	@Test
	void oneSemicolonAtTheEndIsTakenAway() {
		assertNumbered(" select 1; ", "select 1", 0);
	}

	@ParameterizedTest
	@ValueSource(strings = { "insert into t values (?)", "UPDATE t set a = ?", "Delete from t where a = ?",
			"with x as (select 1) select * from x where a = ?", "-- a hint\nselect ?" })
	void statementsOnRowsAreExplained(String sql) {
		assertThat(NumberedSql.of(sql)).isPresent();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", ";", "call p(?)", "{call p(?)}", "create table t (a int)", "truncate t",
			"set a = 1", "explain analyze select 1", "analyze t", "begin", "commit", "(select 1)", "do $$ begin end $$",
			"?", "1 select", "'select' 1" })
	void othersAreRefused(String sql) {
		assertThat(NumberedSql.of(sql)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "select 1; delete from t", "select 1; commit; drop table t", "select 1;;",
			"select ';' from t", "select '\\'; drop table t --'" })
	void moreThanOneStatementIsRefused(String sql) {
		assertThat(NumberedSql.of(sql)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "select a ?| array['x'] from t", "select a ?& ? from t", "select a ?? 'x' from t",
			"select a @? '$.x' from t", "select a ??| ? from t", "select a ?# b from t where c = #?",
			"select {fn now()}", "select {d '2024-01-01'}", "select * from t where a = $1" })
	void whatMayBeAnOperatorIsRefused(String sql) {
		assertThat(NumberedSql.of(sql)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "select 'open", "select \"open", "select $$open", "select $a$open$b$", "select /* open",
			"select /* /* open */", "select E'open\\'", "select 'open''" })
	void whatDoesNotEndIsRefused(String sql) {
		assertThat(NumberedSql.of(sql)).isEmpty();
	}

	@Test
	void veryLongStatementsAreRefused() {
		assertThat(NumberedSql.of("select " + "1+".repeat(9_000) + "1")).isPresent();
		assertThat(NumberedSql.of("select " + "1+".repeat(10_000) + "1")).isEmpty();
	}

}
