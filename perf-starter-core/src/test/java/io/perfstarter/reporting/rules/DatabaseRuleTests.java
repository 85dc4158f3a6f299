package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DatabaseLockRule} and {@link DatabaseSaturatedRule}.
 */
class DatabaseRuleTests {

	private final DatabaseLockRule lock = new DatabaseLockRule();

	private final DatabaseSaturatedRule saturated = new DatabaseSaturatedRule();

	@Test
	void namesWhoHoldsTheLock() {
		Verdict verdict = this.lock.judge(slow().statement("update orders", 1, 900, 0)
			.sessions(10, 1, 9, "a session of 'batch' that is idle in its transaction, which began 12 s ago")
			.slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.DATABASE_LOCK);
		assertThat(verdict.subject()).isEqualTo("update orders");
		assertThat(verdict.share()).isEqualTo(0.9);
		assertThat(verdict.evidence()).contains("9 of 10 active sessions", "held by a session of 'batch'", "12 s");
		assertThat(verdict.remedy()).contains("idle_in_transaction_session_timeout");
	}

	@Test
	void holderMayBeUnknown() {
		Verdict verdict = this.lock.judge(slow().sessions(2, 0, 2, "").slowOnes());
		assertThat(verdict.evidence()).endsWith("waited for a lock.");
		assertThat(verdict.remedy()).startsWith("Shorten");
	}

	@Test
	void halfOfTheSessionsMustWait() {
		assertThat(this.lock.judge(slow().sessions(10, 5, 5, "").slowOnes())).isNotNull();
		assertThat(this.lock.judge(slow().sessions(10, 6, 4, "").slowOnes())).isNull();
	}

	@Test
	void namesHowManySessionsRun() {
		Verdict verdict = this.saturated
			.judge(slow().statement("select * from orders", 1, 900, 0).sessions(50, 45, 0, "").slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.DATABASE_SATURATED);
		assertThat(verdict.subject()).isEqualTo("select * from orders");
		assertThat(verdict.share()).isEqualTo(0.9);
		assertThat(verdict.evidence()).contains("9 sessions ran at once without waiting, on 2 processors");
	}

	@Test
	void moreSessionsThanProcessorsMustRun() {
		assertThat(this.saturated.judge(slow().sessions(15, 15, 0, "").slowOnes())).isNotNull();
		assertThat(this.saturated.judge(slow().sessions(50, 14, 0, "").slowOnes())).isNull();
	}

	@Test
	void databaseThatWasNotAskedIsNotJudged() {
		assertThat(this.lock.judge(slow().slowOnes())).isNull();
		assertThat(this.saturated.judge(slow().slowOnes())).isNull();
		assertThat(this.saturated.judge(slow().refusal("too many connections").slowOnes())).isNull();
	}

	private static Period slow() {
		return Period.slow(30).takes(TimeComponent.SQL, 900).takes(TimeComponent.CPU, 100);
	}

}
