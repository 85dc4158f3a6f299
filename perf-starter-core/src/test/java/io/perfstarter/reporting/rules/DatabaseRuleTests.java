package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SqlRules#databaseLock} and {@link SqlRules#databaseSaturated}.
 */
class DatabaseRuleTests {

	@Test
	void namesWhoHoldsTheLock() {
		Verdict verdict = SqlRules.databaseLock(slow().statement("update orders", 1, 900, 0)
			.sessions(10, 1, 9, "a session of 'batch' that is idle in its transaction, which began 12 s ago",
					"update orders")
			.slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.DATABASE_LOCK);
		assertThat(verdict.subject()).isEqualTo("update orders");
		assertThat(verdict.share()).isEqualTo(0.9);
		assertThat(verdict.evidence()).contains("9 of 10 sessions that execute statements of this application",
				"held by a session of 'batch'", "12 s");
		assertThat(verdict.remedy()).contains("idle_in_transaction_session_timeout");
	}

	@Test
	void holderMayBeUnknown() {
		Verdict verdict = SqlRules.databaseLock(slow().sessions(2, 0, 2, "").slowOnes());
		assertThat(verdict.evidence()).endsWith("waited for a lock.");
		assertThat(verdict.remedy()).startsWith("Shorten");
	}

	@Test
	void theCostliestStatementMustWait() {
		Period period = slow().sessions(10, 1, 9, "", "update orders");
		assertThat(SqlRules.databaseLock(
				period.statement("select * from report", 1, 500, 0).statement("update orders", 1, 400, 0).slowOnes()))
			.isNull();
	}

	@Test
	void requestsThatWaitForConnectionsNeedNotExecuteTheStatementThatWaits() {
		Verdict verdict = SqlRules.databaseLock(Period.slow(30)
			.takes(TimeComponent.POOL, 900)
			.awaits(PoolPeriod.of(2))
			.statement("select * from report", 1, 1, 0)
			.sessions(10, 1, 9, "", "update orders")
			.slowOnes());
		assertThat(verdict.subject()).isEqualTo("update orders");
	}

	@Test
	void halfOfTheSessionsMustWait() {
		assertThat(SqlRules.databaseLock(slow().sessions(10, 5, 5, "").slowOnes())).isNotNull();
		assertThat(SqlRules.databaseLock(slow().sessions(10, 6, 4, "").slowOnes())).isNull();
	}

	@Test
	void namesHowManySessionsRun() {
		Verdict verdict = SqlRules
			.databaseSaturated(slow().statement("select * from orders", 1, 900, 0).sessions(50, 45, 0, "").slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.DATABASE_SATURATED);
		assertThat(verdict.subject()).isEqualTo("select * from orders");
		assertThat(verdict.share()).isEqualTo(0.9);
		assertThat(verdict.evidence()).contains("9 sessions ran at once without waiting, on 2 processors");
	}

	@Test
	void moreSessionsThanProcessorsMustRun() {
		assertThat(SqlRules.databaseSaturated(slow().sessions(15, 15, 0, "").slowOnes())).isNotNull();
		assertThat(SqlRules.databaseSaturated(slow().sessions(50, 14, 0, "").slowOnes())).isNull();
	}

	@Test
	void databaseThatWasNotAskedIsNotJudged() {
		assertThat(SqlRules.databaseLock(slow().slowOnes())).isNull();
		assertThat(SqlRules.databaseSaturated(slow().slowOnes())).isNull();
		assertThat(SqlRules.databaseSaturated(slow().refusal("too many connections").slowOnes())).isNull();
	}

	private static Period slow() {
		return Period.slow(30).takes(TimeComponent.SQL, 900).takes(TimeComponent.CPU, 100);
	}

}
