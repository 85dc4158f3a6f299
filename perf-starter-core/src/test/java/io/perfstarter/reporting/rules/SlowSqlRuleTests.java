package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SqlRules#slowSql}.
 */
class SlowSqlRuleTests {

	@Test
	void namesTheCostliest() {
		Verdict verdict = SqlRules.slowSql(Period.slow(30)
			.takes(TimeComponent.SQL, 620)
			.takes(TimeComponent.FETCH, 300)
			.takes(TimeComponent.CPU, 80)
			.statement("select pg_sleep(?)", 2, 300, 1)
			.statement("select ?", 1, 20, 1)
			.slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.SLOW_SQL);
		assertThat(verdict.subject()).isEqualTo("select pg_sleep(?)");
		assertThat(verdict.share()).isEqualTo(0.92);
		assertThat(verdict.evidence()).contains("92 %", "300 ms on average and 600 ms at most", "2 times");
	}

	@Test
	void rowsThatTakeLongWantFewerRoundTrips() {
		Verdict verdict = SqlRules.slowSql(Period.slow(30)
			.takes(TimeComponent.SQL, 30)
			.takes(TimeComponent.FETCH, 600)
			.statement("select reference from tickets", 1, 630, 900)
			.slowOnes());
		assertThat(verdict.evidence()).contains("the fetching of 900 rows");
		assertThat(verdict.remedy()).contains("fetch size").doesNotContain("EXPLAIN");
	}

	@Test
	void slowCommitsWantFewerTransactions() {
		Verdict verdict = SqlRules
			.slowSql(Period.slow(30).takes(TimeComponent.SQL, 240).statement("COMMIT", 30, 8, 0).slowOnes());
		assertThat(verdict.subject()).isEqualTo("COMMIT");
		assertThat(verdict.remedy()).contains("in one transaction").doesNotContain("EXPLAIN");
	}

	@Test
	void nothingIsKnownOfTheStatements() {
		Verdict verdict = SqlRules.slowSql(Period.slow(30).takes(TimeComponent.SQL, 300).slowOnes());
		assertThat(verdict.subject()).isEmpty();
		assertThat(verdict.evidence()).contains("100 %", "not known");
	}

}
