package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SqlRules#bigResult}.
 */
class BigResultRuleTests {

	@Test
	void namesTheStatementWithTheMostRows() {
		Verdict verdict = SqlRules.bigResult(reads(400, 100, 20_000).statement("select slow", 1, 200, 1).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.BIG_RESULT);
		assertThat(verdict.subject()).isEqualTo("select * from orders");
		assertThat(verdict.share()).isEqualTo(0.5);
		assertThat(verdict.evidence()).contains("20001 rows", "Fetching rows takes 10 %");
		assertThat(verdict.remedy()).contains("Pageable");
	}

	@Test
	void rowsAreNotTheCauseWhereAStatementWithFewOfThemTakesMostOfTheTime() {
		assertThat(SqlRules.bigResult(besides(6.2, 20).slowOnes())).isNotNull();
		assertThat(SqlRules.bigResult(besides(6.3, 20).slowOnes())).isNull();
		assertThat(SqlRules.bigResult(besides(6.3, 30).slowOnes())).isNotNull();
	}

	private static Period besides(double millis, long rows) {
		return Period.slow(30)
			.takes(TimeComponent.SQL, 450)
			.takes(TimeComponent.FETCH, 50)
			.takes(TimeComponent.CPU, 500)
			.statement("select slow", 40, millis, rows)
			.statement("select * from orders", 1, 100, 9000);
	}

	@Test
	void fiveThousandRowsAreMany() {
		assertThat(SqlRules.bigResult(reads(400, 100, 4999).slowOnes())).isNull();
		assertThat(SqlRules.bigResult(reads(400, 100, 5000).slowOnes())).isNotNull();
	}

	@Test
	void fewerAreManyIfFetchingIsWhatTakesLong() {
		assertThat(SqlRules.bigResult(reads(100, 101, 1000).slowOnes())).isNotNull();
		assertThat(SqlRules.bigResult(reads(100, 101, 999).slowOnes())).isNull();
		assertThat(SqlRules.bigResult(reads(100, 100, 1000).slowOnes())).isNull();
	}

	@Test
	void fewerAreManyIfTheyFillMemory() {
		assertThat(SqlRules.bigResult(reads(400, 100, 1000).allocates(10.1).slowOnes())).isNotNull();
		assertThat(SqlRules.bigResult(reads(400, 100, 999).allocates(10.1).slowOnes())).isNull();
		assertThat(SqlRules.bigResult(reads(400, 100, 1000).allocates(10).slowOnes())).isNull();
	}

	@Test
	void rowsThatTakeNoTimeDoNotMatter() {
		assertThat(SqlRules.bigResult(reads(100, 100, 9000).slowOnes())).isNotNull();
		assertThat(SqlRules.bigResult(reads(100, 99, 9000).slowOnes())).isNull();
	}

	@Test
	void joinsOfSeveralCollectionsAreNotReadInPages() {
		Period period = Period.slow(30)
			.takes(TimeComponent.SQL, 300)
			.takes(TimeComponent.FETCH, 700)
			.statement("select * from orders o left join items i on x left JOIN notes n on y", 1, 900, 9000);
		assertThat(SqlRules.bigResult(period.slowOnes())).isNotNull()
			.satisfies((verdict) -> assertThat(verdict.remedy()).contains("their rows multiply")
				.doesNotContain("Pageable"));
	}

	@Test
	void theResultIsNamedAndNotTheMemoryThatItsGarbageFills() {
		Verdict verdict = SqlRules.garbageOfRows(garbage(5000).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.BIG_RESULT);
		assertThat(verdict.subject()).isEqualTo("select * from orders");
		assertThat(verdict.share()).isEqualTo(1);
		assertThat(verdict.evidence()).contains("5000 rows", "paused for 20 %");
	}

	@Test
	void fewerRowsMakeNoSuchGarbage() {
		assertThat(SqlRules.garbageOfRows(garbage(4999).slowOnes())).isNull();
	}

	@Test
	void otherStopsAreNotMadeByGarbage() {
		assertThat(CausalOrder.judge(garbage(5000).stopped(6, 0).slowOnes(), List.of()).cause())
			.isEqualTo(Cause.PAUSE_REQUESTED);
	}

	private static Period garbage(long rows) {
		return Period.slow(30)
			.takes(TimeComponent.JVM_PAUSE, 500)
			.stopped(6, 6)
			.statement("select * from orders", 1, 100, rows);
	}

	private static Period reads(double sql, double fetch, long rows) {
		return Period.slow(30)
			.takes(TimeComponent.SQL, sql)
			.takes(TimeComponent.FETCH, fetch)
			.takes(TimeComponent.CPU, 1000 - sql - fetch)
			.statement("select * from orders", 1, sql + fetch, rows);
	}

}
