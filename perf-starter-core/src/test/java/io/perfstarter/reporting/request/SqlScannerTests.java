package io.perfstarter.reporting.request;

import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SqlScanner}.
 */
class SqlScannerTests {

	private static final String SECRET = "secret";

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
			select 1 | select ?
			select a1, b_2 from t3 where id=7 | select a1, b_2 from t3 where id=?
			where name = 'O''Hara' and x = '' | where name = ? and x = ?
			where x > 1.5e-10 and y < .5 and z = 0xFF and w = -3 | where x > ? and y < .? and z = ? and w = -?
			insert into t values (?, 'a', 3) | insert into t values (?, ?, ?)
			where id in (1, 2, 3) and n in ( ? , ?,? ) | where id in (?) and n in ( ? )
			where id in (select x from t where y in ('a','b')) | where id in (select x from t where y in (?))
			where (a, b) in ((1, 2), (3, 4)) | where (a, b) in ((?, ?), (?, ?))
			select a -- it's a comment | select a
			select /* it's one */ a | select a
			select /*+ index(t) */ a | select a
			where a = $$it's$$ and b = $x$a $$ b$x$ | where a = ? and b = ?
			where a = $1 and b = :name and c = ?1 | where a = ? and b = :name and c = ??
			where a = q'[it's]' and b = nq'!it's!' and c = N'x' | where a = ? and b = ? and c = N?
			where d = date '2024-03-01' | where d = date ?
			select v$session.x from v$session | select v$session.x from v$session
			where 이름 = '비밀' and naïve = 3 | where 이름 = ? and naïve = ?
			where name = "secret" | where name = ?
			SELECT "o"."id" AS "o_id" FROM "orders" "o" | SELECT "o"."id" AS "o_id" FROM "orders" ?
			insert into "orders" ("id") values (1) | insert into "orders" (?) values (?)
			select trim(both from "secret") | select trim(both from ?)
			select `it's` from `t` where a = 'x' | select ? from `t` where a = ?
			where data #>> '{a}' = 'x' | where data #>> ? = ?
			select a[1] from [t] | select a[?] from [t]
			where a in ("x", "y") and b in ("t"."c", 1) | where a in (?) and b in ("t"."c", ?)
			insert into "t""x" ("a") | insert into ? (?)
			select o."a",o.in,index from o join"p"on(o.a="p".b) | select o."a",o.in,index from o join"p"on(o.a="p".b)
			where(o.in in(1,2)) and b=(n'x') and c<>"x" and q.q='x' | where(o.in in(?)) and b=(n?) and c<>? and q.q=?
			""")
	void valuesAreLeftOut(String sql, String text) {
		assertThat(SqlScanner.withoutLiterals(sql)).isEqualTo(text);
	}

	@ParameterizedTest
	@ValueSource(strings = { "select 'it\\'s', 'secret'", "select 'a\\', 'secret'", "select a #it's\n, 'secret'",
			"select #t where x = 'a\nsecret'", "select 5--1 it's\n, 'secret'", "select /* a /* b */ 'secret' */",
			"select 'secret", "select \"secret", "select $a$ secret", "select q'[secret", "select `secret",
			"select [it's] = 'secret'", "select '\\\\\\' = 'secret'", "select -- it's\r, 'secret'", "select /* secret",
			"select \"a\\\" = 'secret'", "select // it's\n'secret'", "select [a]]'b], 'secret'",
			"select[a]]b'c], 'secret'", "select x =\u00a0secret", "select £secret", "select a[$$secret$$]" })
	void whereDialectsDifferTheTextEnds(String sql) {
		assertThat(SqlScanner.withoutLiterals(sql)).endsWith("…").doesNotContain(SECRET);
	}

	@Test
	void spaceIsOneBlank() {
		assertThat(SqlScanner.withoutLiterals("  select\n\t a  \r\n from -- x\n t ")).isEqualTo("select a from t");
	}

	@Test
	void commentMayFollowANumber() {
		assertThat(SqlScanner.withoutLiterals("select 0xE-- it's\n, 'secret'")).isEqualTo("select ? , ?");
	}

	@Test
	void namesAndIndicesInBrackets() {
		assertThat(SqlScanner.withoutLiterals("select [a b].[c1], [year 2020] from t"))
			.isEqualTo("select [a b].[c1], [year ?] from t");
		assertThat(SqlScanner.withoutLiterals("select a[b[1]], c[7], d[i - 1]"))
			.isEqualTo("select a[b[?]], c[?], d[i - ?]");
	}

	@Test
	void veryLongStatementsAreReadInPart() {
		assertThat(SqlScanner.withoutLiterals("select '" + "x".repeat(100_000) + "'")).isEqualTo("select…");
		assertThat(SqlScanner.withoutLiterals("where id in (" + "7, ".repeat(50_000) + "7)"))
			.startsWith("where id in (?")
			.hasSizeLessThan(20);
		assertThat(SqlScanner.withoutLiterals("")).isEmpty();
	}

	@RepeatedTest(20)
	void noLiteralIsEverLeft() {
		long seed = new Random().nextLong();
		Random random = new Random(seed);
		List<String> harmless = List.of("select ", "a.b", " from t", " where ", "x1 = ", "(", ")", ", ", " in (", "?",
				" -- it's\n", " /* don't */ ", "\"t\".\"c\"", " as \"c\"", "`t`", "E", "q", "N", "::text", " || ", "-",
				"$1", "#>>", "'it''s'", "''", "'\"'", "'--'", "'/*'", "'$$'", "$$'$$", "\"'\"", "'\\\\'", "e'\\''");
		List<String> secrets = List.of("'secret'", "'a ''secret'' b'", "$$secret$$", "$t$secret$t$", " N'secret'",
				"'\nsecret\n'", "'\\\\secret'", "'-- secret'", " = \"secret\"", "/* secret */", "-- secret\n");
		StringBuilder sql = new StringBuilder();
		for (int i = 0; i < 30; i++) {
			sql.append(pick(random, (random.nextInt(4) != 0) ? harmless : secrets)).append(" ");
		}
		assertThat(SqlScanner.withoutLiterals(sql.toString())).as("seed %d of %s", seed, sql).doesNotContain(SECRET);
	}

	private static String pick(Random random, List<String> texts) {
		return texts.get(random.nextInt(texts.size()));
	}

}
