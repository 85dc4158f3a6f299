package io.perfstarter.reporting.rules;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for {@link Verdicts}: the faults of the field with figures as they show them, and
 * what must not be blamed.
 */
class VerdictsTests {

	private final Verdicts verdicts = new Verdicts();

	static Stream<Arguments> faults() {
		return Stream.of(
				arguments("pool of 2", Cause.POOL_TOO_SMALL, true,
						slow(65, TimeComponent.THREAD_WAIT, 650, TimeComponent.POOL, 330, TimeComponent.SQL, 20)
							.awaits(PoolPeriod.of(2))),
				arguments("connection held over a remote call", Cause.CONNECTION_HELD_IDLE, true,
						slow(65, TimeComponent.THREAD_WAIT, 500, TimeComponent.POOL, 400, TimeComponent.REMOTE, 96)
							.awaits(PoolPeriod.of(2).used(0.04).remote(0.96))),
				arguments("connections that the database closed", Cause.DEAD_CONNECTIONS, false,
						slow(12, TimeComponent.POOL, 5000, TimeComponent.SQL, 20, TimeComponent.CPU, 5)
							.awaits(PoolPeriod.of(10).lent(3).peak(3).waits(5.1))
							.seenAtPool(14, 13)),
				arguments("a second connection in each transaction", Cause.POOL_DEADLOCK_RISK, false,
						slow(20, TimeComponent.POOL, 3000, TimeComponent.SQL, 9, TimeComponent.CPU, 5)
							.awaits(PoolPeriod.of(4).used(0.01).refused(9, 0))
							.connections(2)),
				arguments("a connection that is not returned", Cause.CONNECTION_LEAK, false,
						slow(20, TimeComponent.POOL, 3000, TimeComponent.SQL, 9, TimeComponent.CPU, 5)
							.awaits(PoolPeriod.of(4).used(0.1).leak("Export.java:42"))),
				arguments("query of 300 ms", Cause.SLOW_SQL, false,
						slow(200, TimeComponent.SQL, 300, TimeComponent.POOL, 1, TimeComponent.CPU, 20)
							.statement("select pg_sleep(?)", 1, 300, 1)),
				arguments("60 x 5 ms", Cause.N_PLUS_ONE, false,
						slow(200, TimeComponent.SQL, 300, TimeComponent.POOL, 1, TimeComponent.CPU, 60)
							.statement("select zone", 60, 5, 1)),
				arguments("3000 rows, fetched one by one", Cause.BIG_RESULT, false,
						slow(200, TimeComponent.FETCH, 400, TimeComponent.SQL, 30, TimeComponent.CPU, 60)
							.statement("select * from orders", 1, 430, 3001)),
				arguments("60,000 rows, fetched at once", Cause.BIG_RESULT, false,
						slow(200, TimeComponent.SQL, 400, TimeComponent.FETCH, 30, TimeComponent.CPU, 300)
							.statement("select * from orders", 1, 430, 60_000)),
				arguments("remote call of 300 ms", Cause.SLOW_REMOTE, false,
						slow(200, TimeComponent.REMOTE, 300, TimeComponent.CPU, 6, TimeComponent.BLOCKED, 6)
							.remote("token-service", 1, 300)),
				arguments("lock", Cause.LOCK, true,
						slow(200, TimeComponent.THREAD_WAIT, 900, TimeComponent.BLOCKED, 580, TimeComponent.CPU, 9)
							.seen(98, Activity.LOCK)
							.seen(2, Activity.SLEEP)),
				arguments("a sleep beside a neighbour", Cause.SLEEPING, false,
						slow(200, TimeComponent.SQL, 2, TimeComponent.BLOCKED, 580, TimeComponent.CPU, 9)
							.seen(98, Activity.SLEEP)
							.pressure(0.96)
							.ready(3)),
				arguments("virtual threads beside a neighbour", Cause.UNSURE, false,
						slow(200, TimeComponent.SQL, 2, TimeComponent.REMOTE, 2, TimeComponent.BLOCKED, 580)
							.notMeasured(TimeComponent.CPU)
							.pressure(0.96)
							.cpu(0.3, 2)
							.ready(3)),
				arguments("60 ms of computing", Cause.APP_CPU, false,
						slow(200, TimeComponent.CPU, 60, TimeComponent.BLOCKED, 12, TimeComponent.SQL, 2)),
				arguments("12 spinning threads inside", Cause.CPU_SATURATED_BY_SELF, false,
						slow(200, TimeComponent.CPU, 60, TimeComponent.BLOCKED, 350, TimeComponent.SQL, 2).cpu(1.95, 2)
							.ready(10)),
				arguments("the same, with the run queue", Cause.CPU_SATURATED_BY_SELF, false,
						slow(200, TimeComponent.CPU, 60, TimeComponent.CPU_WAIT, 350, TimeComponent.SQL, 2).cpu(1.95, 2)
							.pressure(0.96)),
				arguments("8 spinning processes outside", Cause.CPU_STARVED_BY_OTHERS, false,
						slow(200, TimeComponent.CPU, 60, TimeComponent.BLOCKED, 250, TimeComponent.SQL, 2).cpu(0.3, 2)
							.ready(1.2)),
				arguments("a quota of 0.3 processors", Cause.CPU_STARVED_BY_OTHERS, false,
						slow(200, TimeComponent.CPU, 60, TimeComponent.BLOCKED, 150, TimeComponent.SQL, 2)
							.with((figures) -> figures.processors = 0.3)
							.cpu(0.29, 0.4)
							.with((figures) -> figures.throttled = 0.85)
							.ready(0.8)),
				arguments("2 request threads", Cause.THREADS_EXHAUSTED, false,
						slow(200, TimeComponent.THREAD_WAIT, 2000, TimeComponent.SQL, 300, TimeComponent.CPU, 9)
							.threads(2, 2)),
				arguments("heap dumps in a loop", Cause.PAUSE_REQUESTED, false,
						slow(100, TimeComponent.THREAD_WAIT, 300, TimeComponent.SQL, 60, TimeComponent.JVM_PAUSE, 30)
							.stopped(4.2, 0)),
				arguments("heap of 92 MB, of it live 70", Cause.GC_HEAP_TOO_SMALL, false,
						slow(100, TimeComponent.THREAD_WAIT, 50, TimeComponent.SQL, 20, TimeComponent.JVM_PAUSE, 60)
							.stopped(8, 7.9)
							.heap("Serial", 70, 92)),
				arguments("much is allocated in a large heap", Cause.GC_ALLOCATION, false,
						slow(100, TimeComponent.THREAD_WAIT, 50, TimeComponent.CPU, 50, TimeComponent.JVM_PAUSE, 60)
							.stopped(6, 6)
							.heap("Serial", 80, 512)
							.allocates(90)),
				arguments("ZGC cannot keep up", Cause.GC_HEAP_TOO_SMALL, false,
						slow(100, TimeComponent.BLOCKED, 400, TimeComponent.CPU, 50, TimeComponent.SQL, 20).stalled(20)
							.heap("ZGC", 80, 128)),
				arguments("a request limiter of 4", Cause.LIMIT_TOO_SMALL, false,
						slow(200, TimeComponent.LIMITER, 850, TimeComponent.SQL, 80, TimeComponent.CPU, 20)
							.awaitsLimiter()),
				arguments("an executor of 8", Cause.LIMIT_TOO_SMALL, false,
						slow(200, TimeComponent.LIMITER, 850, TimeComponent.SQL, 80, TimeComponent.CPU, 20)
							.awaitsExecutor(80, "")),
				arguments("a request limiter before a busy pool", Cause.POOL_TOO_SMALL, true,
						slow(200, TimeComponent.LIMITER, 850, TimeComponent.POOL, 80, TimeComponent.SQL, 20)
							.awaitsLimiter()
							.awaits(PoolPeriod.of(2))),
				arguments("a request limiter before busy connections", Cause.SLOW_SQL, true,
						slow(200, TimeComponent.LIMITER, 850, TimeComponent.SQL, 300, TimeComponent.CPU, 20)
							.awaitsLimiter()
							.statement("select pg_sleep(?)", 1, 300, 1)
							.pool(PoolPeriod.of(4))),
				arguments("a request limiter before busy processors", Cause.APP_CPU, true,
						slow(200, TimeComponent.LIMITER, 850, TimeComponent.CPU, 180, TimeComponent.SQL, 20)
							.awaitsLimiter()
							.cpu(1.9, 1.95)),
				arguments("a small cache", Cause.CACHE_TOO_SMALL, false,
						slow(200, TimeComponent.SQL, 310, TimeComponent.CPU, 20, TimeComponent.POOL, 1)
							.statement("select zone", 30, 10, 1)
							.cache("zones", 1000, 6000, 5900)));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("faults")
	void namesTheFault(String fault, Cause cause, boolean queued, Period period) {
		Verdict verdict = this.verdicts.of(period.build());
		assertThat(verdict.cause()).isEqualTo(cause);
		assertThat(verdict.queued()).isEqualTo(queued);
		assertThat(verdict.share()).isBetween(0.4, 1.0);
		assertThat(verdict.evidence()).endsWith(".").doesNotContain("NaN", "null");
		assertThat(verdict.remedy()).endsWith(".").doesNotContain("NaN", "null");
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("faults")
	void namesItForOneRequestToo(String fault, Cause cause, boolean queued, Period period) {
		Verdict verdict = this.verdicts.of(period.request(), period.build());
		assertThat(verdict.cause()).isEqualTo(cause);
		assertThat(verdict.queued()).isEqualTo(queued);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("faults")
	void saysTheSameWhereNumbersHaveOtherDigits(String fault, Cause cause, boolean queued, Period period) {
		Verdict verdict = this.verdicts.of(period.build());
		Locale usual = Locale.getDefault();
		Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
		try {
			assertThat(this.verdicts.of(period.build())).isEqualTo(verdict);
		}
		finally {
			Locale.setDefault(usual);
		}
	}

	@Test
	void healthyTrafficIsNotJudged() {
		assertThat(this.verdicts.of(Period.healthy().all(TimeComponent.SQL, 8).all(TimeComponent.CPU, 1).build()))
			.isNull();
		assertThat(this.verdicts.of(Period.healthy().of(0).build())).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "1, 10000, false", "2, 2, false", "3, 3, true", "10, 1001, false", "10, 1000, true",
			"20, 3000, false" })
	void threeSlowRequestsAreJudgedIfTheyAreOnePercent(int slow, int requests, boolean judged) {
		Period period = slow(slow, TimeComponent.SQL, 900, TimeComponent.CPU, 1, TimeComponent.POOL, 1).of(requests);
		assertThat(this.verdicts.of(period.build()) != null).isEqualTo(judged);
	}

	@Test
	void aProcessThatStoodStillIsNotJudged() {
		Period period = slow(200, TimeComponent.BLOCKED, 9000, TimeComponent.CPU, 5, TimeComponent.SQL, 5)
			.with((figures) -> figures.suspended = true)
			.stopped(20, 0);
		assertThat(this.verdicts.of(period.build())).isNull();
		assertThat(this.verdicts.of(period.request(), period.build())).isNull();
	}

	@Test
	void stopsStandOnTheirOwn() {
		Period period = Period.healthy()
			.all(TimeComponent.SQL, 8)
			.all(TimeComponent.JVM_PAUSE, 2)
			.heap("Serial", 80, 128);
		assertThat(this.verdicts.of(period.stopped(2.99, 2.99).build())).isNull();
		Verdict verdict = this.verdicts.of(period.stopped(3, 3).build());
		assertThat(verdict.cause()).isEqualTo(Cause.GC_HEAP_TOO_SMALL);
		assertThat(verdict.share()).isEqualTo(0.2);
	}

	@Test
	void stopsThatNobodyNoticesDoNot() {
		Period small = Period.healthy().heap("Serial", 80, 128).stopped(9, 9);
		assertThat(this.verdicts.of(small.of(2).build())).isNull();
		assertThat(this.verdicts.of(small.of(3).build())).isNotNull();
		assertThat(this.verdicts.of(Period.healthy().of(3).stopped(5.9, 1).build())).isNull();
		assertThat(this.verdicts.of(Period.healthy().of(3).stopped(6, 1).build())).isNotNull();
	}

	@Test
	void ordinaryStopsInAShortPeriodDoNot() {
		Period period = Period.healthy().of(-1).with((figures) -> figures.length = Duration.ofMillis(500));
		assertThat(this.verdicts.of(period.stopped(0.09, 0.09).build())).isNull();
		assertThat(this.verdicts.of(period.stopped(0.11, 0.11).build())).isNotNull();
	}

	@Test
	void stopsStandWhereNobodyCountsWhomTheyStop() {
		Period period = Period.healthy().of(-1).heap("Serial", 80, 128);
		assertThat(this.verdicts.of(period.stopped(2.99, 2.99).build())).isNull();
		Verdict verdict = this.verdicts.of(period.stopped(3, 3).build());
		assertThat(verdict.cause()).isEqualTo(Cause.GC_HEAP_TOO_SMALL);
		assertThat(verdict.remedy()).contains("-Xmx240m");
		assertThat(this.verdicts.of(period.of(0).build())).isNull();
	}

	@Test
	void refusedConnectionsStandOnTheirOwn() {
		PoolPeriod pool = PoolPeriod.of(2).refused(1, 0);
		Verdict verdict = this.verdicts.of(Period.healthy().all(TimeComponent.POOL, 8).pool(pool).build());
		assertThat(verdict.cause()).isEqualTo(Cause.POOL_TOO_SMALL);
		assertThat(this.verdicts.of(Period.healthy().all(TimeComponent.POOL, 8).pool(pool.refused(0, 0)).build()))
			.isNull();
	}

	@Test
	void aLeakStandsOnItsOwn() {
		PoolPeriod pool = PoolPeriod.of(4).lent(30).peak(1).leak("Export.java:42");
		Verdict alone = this.verdicts.of(Period.healthy().of(0).pool(pool).build());
		assertThat(alone.cause()).isEqualTo(Cause.CONNECTION_LEAK);
		Verdict beside = this.verdicts
			.of(slow(30, TimeComponent.REMOTE, 900, TimeComponent.CPU, 5, TimeComponent.SQL, 5).pool(pool).build());
		assertThat(beside.cause()).isEqualTo(Cause.SLOW_REMOTE);
		assertThat(causes(beside)).containsExactly(Cause.CONNECTION_LEAK);
	}

	@Test
	void stopsBesideASlowQueryAreBothNamed() {
		Verdict verdict = this.verdicts
			.of(slow(30, TimeComponent.SQL, 800, TimeComponent.JVM_PAUSE, 120, TimeComponent.CPU, 80).stopped(4, 4)
				.statement("select slow", 1, 800, 1)
				.build());
		assertThat(verdict.cause()).isEqualTo(Cause.SLOW_SQL);
		assertThat(verdict.subject()).isEqualTo("select slow");
		assertThat(causes(verdict)).containsExactly(Cause.GC_ALLOCATION);
	}

	@Test
	void theEvidenceOfThePeriodIsNotThatOfEachRequest() {
		Period period = slow(30, TimeComponent.SQL, 900, TimeComponent.CPU, 50, TimeComponent.JVM_PAUSE, 50)
			.stopped(4, 4)
			.pool(PoolPeriod.of(4).leak("Export.java:42"));
		Verdict verdict = this.verdicts.of(period.request(), period.build());
		assertThat(verdict.others()).isEmpty();
	}

	private static List<Cause> causes(Verdict verdict) {
		return verdict.others().stream().map(Verdict::cause).toList();
	}

	private static Period slow(int slow, TimeComponent first, double millis, TimeComponent second, double secondMillis,
			TimeComponent third, double thirdMillis) {
		return Period.slow(slow).takes(first, millis).takes(second, secondMillis).takes(third, thirdMillis);
	}

}
