package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SqlRules#nPlusOne}.
 */
class NPlusOneRuleTests {

	@Test
	void namesTheStatementThatIsRepeated() {
		Verdict verdict = SqlRules.nPlusOne(repeated(60, 5).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.N_PLUS_ONE);
		assertThat(verdict.subject()).isEqualTo("select zone");
		assertThat(verdict.evidence()).contains("60 statements of 5 ms each", "repeated 60 times");
	}

	@Test
	void moreThanTwentyAreMany() {
		assertThat(SqlRules.nPlusOne(repeated(20, 9).slowOnes())).isNull();
		assertThat(SqlRules.nPlusOne(repeated(21, 9).slowOnes())).isNotNull();
	}

	@Test
	void tenMillisecondsAreNotShort() {
		assertThat(SqlRules.nPlusOne(repeated(60, 9.9).slowOnes())).isNotNull();
		assertThat(SqlRules.nPlusOne(repeated(60, 10).slowOnes())).isNull();
	}

	@Test
	void oneThatIsSlowDoesNotHideAmongMany() {
		Period period = Period.slow(30)
			.takes(TimeComponent.SQL, 420)
			.statement("select slow", 1, 300, 1)
			.statement("select zone", 60, 2, 1);
		assertThat(SqlRules.nPlusOne(period.slowOnes())).isNull();
	}

	@Test
	void commitsReadNothing() {
		Period period = Period.slow(30)
			.takes(TimeComponent.SQL, 258)
			.statement("COMMIT", 30, 8, 0)
			.statement("insert into tickets", 30, 0.3, 0);
		assertThat(SqlRules.nPlusOne(period.slowOnes())).isNull();
	}

	@Test
	void aHundredTimesAreTooManyHoweverLongEachTakes() {
		assertThat(SqlRules.nPlusOne(repeated(99, 22).slowOnes())).isNull();
		assertThat(SqlRules.nPlusOne(repeated(100, 22).slowOnes())).isNotNull();
	}

	@Test
	void keysAreFetchedInBlocks() {
		for (String sql : List.of("select nextval(?)", "SELECT NEXT VALUE FOR orders_seq", "call next value for s")) {
			assertThat(SqlRules.nPlusOne(repeated(sql, 60, 5).slowOnes()).remedy()).contains("allocationSize")
				.doesNotContain("fetch join");
		}
	}

	@Test
	void readsAreJoinedAndChangesAreBatched() {
		assertThat(SqlRules.nPlusOne(repeated(60, 5).slowOnes()).remedy()).contains("fetch join");
		assertThat(SqlRules.nPlusOne(repeated("INSERT into bookings", 60, 5).slowOnes()).remedy()).contains("batches")
			.doesNotContain("fetch join");
		assertThat(SqlRules.nPlusOne(repeated("insertion_of('a')", 60, 5).slowOnes()).remedy()).contains("fetch join");
	}

	private static Period repeated(int times, double millis) {
		return repeated("select zone", times, millis);
	}

	private static Period repeated(String sql, int times, double millis) {
		return Period.slow(30)
			.takes(TimeComponent.SQL, times * millis)
			.takes(TimeComponent.CPU, 20)
			.statement(sql, times, millis, 1);
	}

}
