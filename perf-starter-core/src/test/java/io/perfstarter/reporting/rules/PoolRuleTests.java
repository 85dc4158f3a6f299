package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the rules that judge a pool as a whole.
 */
class PoolRuleTests {

	@Test
	void namesWhatIsNeededByLittlesLaw() {
		// Two threads hold a connection and 1.1 wait: 3.1 on average, 3.9 if these are 80
		// %.
		Verdict verdict = PoolRules.tooSmall(waitsFor(PoolPeriod.of(2).usages(1200, 600).awaitedBy(1.1)).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.POOL_TOO_SMALL);
		assertThat(verdict.subject()).isEqualTo("orders");
		assertThat(verdict.evidence()).contains("Of 2 connections, 2 were active on average", "100 ms",
				"statements for 90 %", "demand is 40 connections", "1.1 threads waited");
		assertThat(verdict.remedy()).contains("hikari.maximum-pool-size of this pool to 4,");
	}

	@Test
	void twiceAsManyAreAdvisedAtMost() {
		assertThat(PoolRules.tooSmall(waitsFor(PoolPeriod.of(2).awaitedBy(190)).slowOnes()).remedy())
			.contains("maximum-pool-size of this pool to 4,");
	}

	@Test
	void aBurstNeedsMoreThanTheAverageTells() {
		Verdict verdict = PoolRules.tooSmall(waitsFor(PoolPeriod.of(2).lent(6).usages(60, 60)).slowOnes());
		assertThat(verdict.remedy()).contains("above 2", "bursts");
	}

	@Test
	void namesTheStatementThatIsSlow() {
		Verdict verdict = PoolRules
			.tooSmall(waitsFor(PoolPeriod.of(2).used(0.9)).statement("select slow", 9, 100, 1).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.POOL_TOO_SMALL);
		assertThat(verdict.remedy()).contains("select slow", "100 ms", "must be 3");
	}

	@Test
	void shortOrRareStatementsAreNotNamed() {
		Verdict quick = PoolRules
			.tooSmall(waitsFor(PoolPeriod.of(2).used(0.9)).statement("select quick", 18, 99, 1).slowOnes());
		Verdict rare = PoolRules
			.tooSmall(waitsFor(PoolPeriod.of(2).used(0.9)).statement("select rare", 8, 100, 1).slowOnes());
		assertThat(quick.remedy()).doesNotContain("select");
		assertThat(rare.remedy()).doesNotContain("select");
	}

	@Test
	void aPoolThatIsTooSmallIsLent() {
		assertThat(PoolRules.tooSmall(waitsFor(PoolPeriod.of(10).lent(240).peak(9)).slowOnes())).isNotNull();
		assertThat(PoolRules.tooSmall(waitsFor(PoolPeriod.of(10).lent(239).peak(9)).slowOnes())).isNull();
	}

	@Test
	void saysHowManySessionsRunInTheDatabase() {
		assertThat(PoolRules.tooSmall(waitsFor(PoolPeriod.of(10)).sessions(50, 45, 0, "").slowOnes())).isNotNull()
			.satisfies((verdict) -> assertThat(verdict.remedy()).contains("In the database 9 sessions ran at once"));
		assertThat(PoolRules.tooSmall(waitsFor(PoolPeriod.of(10)).sessions(50, 0, 0, "").slowOnes())).isNotNull()
			.satisfies((verdict) -> assertThat(verdict.remedy()).doesNotContain("In the database"));
	}

	@Test
	void workOutsideOfRequestsThatHoldsMostIsNamed() {
		PoolPeriod pool = PoolPeriod.of(2).heldBy("scheduling-* (Reports.nightly)", 0.51);
		String advice = "Outside of requests, scheduling-* (Reports.nightly) holds the connections for 51 %";
		assertThat(PoolRules.tooSmall(waitsFor(pool).slowOnes()).remedy()).startsWith(advice)
			.doesNotContain("maximum-pool-size");
		assertThat(PoolRules.heldIdle(waitsFor(pool.used(0.4)).slowOnes()).remedy()).startsWith(advice);
		assertThat(PoolRules.heldIdle(waitsFor(pool.heldBy("scheduling-*", 0.5)).slowOnes()).remedy())
			.startsWith("Start @Transactional");
	}

	private static Period waitsFor(PoolPeriod pool) {
		return Period.slow(30).takes(TimeComponent.POOL, 900).takes(TimeComponent.SQL, 100).awaits(pool);
	}

	@Test
	void namesHowManyConnectionsLetOneThreadGoOn() {
		Verdict verdict = PoolRules.deadlockRisk(circleOf(2, 8, circle()).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.POOL_DEADLOCK_RISK);
		assertThat(verdict.evidence()).contains("needs 2 connections", "all 4 are active", "5 requests timed out");
		assertThat(verdict.remedy()).contains("at least 9 connections", "REQUIRES_NEW");
	}

	@Test
	void theFormulaStaysIfThreadsAreNotKnown() {
		Verdict verdict = PoolRules
			.deadlockRisk(circleOf(3, 8, circle()).with((figures) -> figures.threads = null).slowOnes());
		assertThat(verdict.remedy()).contains("threads x 2 + 1");
	}

	@Test
	void aPoolOfOneWithOneConnectionForEachTaskIsWaitedFor() {
		assertThat(PoolRules.deadlockRisk(circleOf(1, 8, PoolPeriod.of(1).used(0.05).refused(5, 3)).slowOnes()))
			.isNull();
	}

	@Test
	void aPoolInADeadlockIsLentAltogether() {
		assertThat(PoolRules.deadlockRisk(circleOf(2, 8, circle().peak(3)).slowOnes())).isNull();
	}

	@Test
	void connectionsThatAreUsedWorkOn() {
		assertThat(PoolRules.deadlockRisk(circleOf(2, 8, circle().used(0.09)).slowOnes())).isNotNull();
		assertThat(PoolRules.deadlockRisk(circleOf(2, 8, circle().used(0.1)).slowOnes())).isNull();
	}

	@Test
	void connectionsThatAreHeldForRemoteCallsWaitForThose() {
		assertThat(PoolRules.deadlockRisk(circleOf(2, 8, circle().remote(0.49)).slowOnes())).isNotNull();
		assertThat(PoolRules.deadlockRisk(circleOf(2, 8, circle().remote(0.5)).slowOnes())).isNull();
	}

	@Test
	void somebodyMustWaitOrHaveBeenRefused() {
		assertThat(PoolRules.deadlockRisk(circleOf(2, 8, circle().refused(0, 1)).slowOnes())).isNotNull();
		assertThat(PoolRules.deadlockRisk(circleOf(2, 8, circle().refused(0, 0)).slowOnes())).isNull();
	}

	private static PoolPeriod circle() {
		return PoolPeriod.of(4).used(0.01).refused(5, 0);
	}

	private static Period circleOf(int connections, int threads, PoolPeriod pool) {
		return Period.slow(30)
			.takes(TimeComponent.POOL, 990)
			.takes(TimeComponent.SQL, 10)
			.connections(connections)
			.threads(threads, threads)
			.awaits(pool);
	}

	@Test
	void theStopsAreNamedWithTheShareOfTheWait() {
		Verdict verdict = PoolRules.paused(stopped(0.31));
		assertThat(verdict.cause()).isEqualTo(Cause.GC_ALLOCATION);
		assertThat(verdict.share()).isEqualTo(0.9);
	}

	@Test
	void shortStopsAreNotWhyLeasesAreLong() {
		assertThat(PoolRules.paused(stopped(0.3))).isNull();
	}

	private static Diagnosis stopped(double stopped) {
		return Period.slow(30)
			.takes(TimeComponent.POOL, 700)
			.takes(TimeComponent.JVM_PAUSE, 200)
			.takes(TimeComponent.SQL, 100)
			.awaits(PoolPeriod.of(2).stopped(stopped))
			.slowOnes();
	}

	@Test
	void saysWhatIsKnownOfThePool() {
		Verdict verdict = PoolRules
			.unknown(Period.slow(30).takes(TimeComponent.POOL, 900).awaits(PoolPeriod.of(10).peak(4)).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.UNSURE);
		assertThat(verdict.subject()).isEqualTo("orders");
		assertThat(verdict.evidence()).contains("4 of 10");
	}

	@Test
	void saysThatNothingIsKnownOfThePool() {
		Verdict verdict = PoolRules.unknown(Period.slow(30).takes(TimeComponent.POOL, 900).slowOnes());
		assertThat(verdict.subject()).isEmpty();
		assertThat(verdict.evidence()).contains("not known");
	}

}
