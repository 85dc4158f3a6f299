package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CausalOrder}.
 */
class CausalOrderTests {

	@ParameterizedTest
	@CsvSource({ "POOL, UNSURE", "LIMITER, LIMIT_TOO_SMALL", "SQL, SLOW_SQL", "FETCH, SLOW_SQL", "REMOTE, SLOW_REMOTE",
			"POSITION, SLOW_POSITION", "CLIENT, SLOW_CLIENT", "JVM_PAUSE, GC_ALLOCATION", "CPU, APP_CPU",
			"CPU_WAIT, CPU_STARVED_BY_OTHERS", "BLOCKED, UNSURE" })
	void theLargestPartIsNamed(TimeComponent component, Cause cause) {
		Verdict verdict = judge(
				Period.slow(30).takes(TimeComponent.SQL, 10).takes(TimeComponent.CPU, 10).takes(component, 900));
		assertThat(verdict.cause()).isEqualTo(cause);
		assertThat(verdict.queued()).isFalse();
		assertThat(verdict.others()).isEmpty();
	}

	@Test
	void fortyPercentLead() {
		assertThat(judge(thirds(400, 350)).cause()).isEqualTo(Cause.SLOW_REMOTE);
		assertThat(judge(thirds(399, 350)).cause()).isEqualTo(Cause.MIXED);
	}

	@Test
	void executingAndFetchingAreOne() {
		assertThat(judge(Period.slow(30)
			.takes(TimeComponent.SQL, 300)
			.takes(TimeComponent.FETCH, 300)
			.takes(TimeComponent.CPU, 400)).cause()).isEqualTo(Cause.SLOW_SQL);
	}

	@Test
	void whatIsMixedListsItsCauses() {
		Verdict verdict = judge(thirds(350, 350));
		assertThat(verdict.cause()).isEqualTo(Cause.MIXED);
		assertThat(causes(verdict)).containsExactlyInAnyOrder(Cause.SLOW_REMOTE, Cause.SLOW_SQL, Cause.APP_CPU);
	}

	@Test
	void whatIsMixedAndNotMeasuredIsUnsure() {
		Period period = Period.slow(30)
			.takes(TimeComponent.SQL, 330)
			.takes(TimeComponent.REMOTE, 330)
			.takes(TimeComponent.BLOCKED, 340);
		assertThat(judge(period).cause()).isEqualTo(Cause.MIXED);
		assertThat(judge(period.notMeasured(TimeComponent.CPU)).cause()).isEqualTo(Cause.UNSURE);
	}

	@Test
	void theQueueIsNeverNamedButWhatThoseInServiceDo() {
		Verdict verdict = judge(Period.slow(30)
			.takes(TimeComponent.THREAD_WAIT, 900)
			.takes(TimeComponent.BLOCKED, 90)
			.takes(TimeComponent.CPU, 10)
			.seen(9, Activity.LOCK));
		assertThat(verdict.cause()).isEqualTo(Cause.LOCK);
		assertThat(verdict.queued()).isTrue();
		assertThat(verdict.share()).isEqualTo(0.9);
	}

	@Test
	void theQueueIsLargeFromThirtyPercentOn() {
		assertThat(judge(queue(300)).queued()).isTrue();
		assertThat(judge(queue(299)).queued()).isFalse();
	}

	@Test
	void aFurtherCauseHasTwentyPercent() {
		assertThat(causes(judge(Period.slow(30).takes(TimeComponent.REMOTE, 800).takes(TimeComponent.SQL, 200))))
			.containsExactly(Cause.SLOW_SQL);
		assertThat(causes(judge(Period.slow(30).takes(TimeComponent.REMOTE, 801).takes(TimeComponent.SQL, 199))))
			.isEmpty();
	}

	@Test
	void furtherCausesComeByTheirShare() {
		Verdict verdict = judge(Period.slow(30)
			.takes(TimeComponent.REMOTE, 410)
			.takes(TimeComponent.SQL, 250)
			.takes(TimeComponent.BLOCKED, 340)
			.seen(9, Activity.LOCK));
		assertThat(causes(verdict)).containsExactly(Cause.LOCK, Cause.SLOW_SQL);
	}

	@Test
	void noMoreThanThreeAndNoneTwice() {
		Diagnosis slow = thirds(350, 350).slowOnes();
		Verdict leak = slow.verdict(Cause.CONNECTION_LEAK, "orders", 0, "", "");
		Verdict verdict = CausalOrder.judge(slow, List.of(leak, leak));
		assertThat(causes(verdict)).hasSize(3).doesNotHaveDuplicates().doesNotContain(Cause.CONNECTION_LEAK);
		assertThat(causes(
				CausalOrder.judge(Period.slow(30).takes(TimeComponent.SQL, 900).slowOnes(), List.of(leak, leak))))
			.containsExactly(Cause.CONNECTION_LEAK);
	}

	@Test
	void doubtIsNoFurtherCause() {
		Verdict verdict = judge(Period.slow(30)
			.takes(TimeComponent.SQL, 600)
			.takes(TimeComponent.BLOCKED, 400)
			.notMeasured(TimeComponent.CPU));
		assertThat(verdict.cause()).isEqualTo(Cause.SLOW_SQL);
		assertThat(verdict.others()).isEmpty();
	}

	@Test
	void stopsComeFirstIfTheyAndTheQueueBehindThemExplainThirtyPercent() {
		assertThat(judge(behindStops(250, 50).stopped(3, 3)).cause()).isEqualTo(Cause.GC_ALLOCATION);
		assertThat(judge(behindStops(250, 49).stopped(3, 3)).cause()).isEqualTo(Cause.SLOW_SQL);
		assertThat(judge(behindStops(250, 50).stopped(2.99, 2.99)).cause()).isEqualTo(Cause.SLOW_SQL);
	}

	@Test
	void theQueueBehindStopsIsTheirs() {
		Verdict verdict = judge(behindStops(650, 50).stopped(4, 0.1));
		assertThat(verdict.cause()).isEqualTo(Cause.PAUSE_REQUESTED);
		assertThat(verdict.queued()).isFalse();
		assertThat(verdict.share()).isEqualTo(0.7);
		assertThat(causes(verdict)).containsExactly(Cause.SLOW_SQL);
	}

	@ParameterizedTest
	@CsvSource({ "POOL, UNSURE", "CPU_WAIT, CPU_STARVED_BY_OTHERS", "BLOCKED, UNSURE" })
	void theQueueBehindTheseIsNotThatOfStops(TimeComponent component, Cause cause) {
		Verdict verdict = judge(
				Period.slow(30).takes(TimeComponent.THREAD_WAIT, 600).takes(component, 400).stopped(4, 4));
		assertThat(verdict.cause()).isEqualTo(cause);
		assertThat(verdict.queued()).isTrue();
	}

	@Test
	void garbageOfRowsComesBeforeTheMemoryAndTheMemoryIsFurther() {
		Verdict verdict = judge(behindStops(100, 600).stopped(6, 6)
			.heap("Serial", 80, 128)
			.statement("select * from orders", 1, 300, 8000));
		assertThat(verdict.cause()).isEqualTo(Cause.BIG_RESULT);
		assertThat(causes(verdict)).containsExactly(Cause.GC_HEAP_TOO_SMALL);
	}

	@Test
	void theSameHoldsForStopsThatLeadInShortPeriodsOnly() {
		Period period = behindStops(0, 600).stopped(2, 2).heap("Serial", 80, 128);
		assertThat(judge(period).cause()).isEqualTo(Cause.GC_HEAP_TOO_SMALL);
		assertThat(judge(period.statement("select * from orders", 1, 300, 8000)).cause()).isEqualTo(Cause.BIG_RESULT);
	}

	@Test
	void ofAPoolDeadConnectionsComeBeforeAll() {
		PoolPeriod dead = PoolPeriod.of(10).lent(30).used(0.01).waits(2).refused(5, 3).leak("Export.java:42");
		assertThat(judge(pool(dead).connections(2).seenAtPool(5, 5)).cause()).isEqualTo(Cause.DEAD_CONNECTIONS);
	}

	@Test
	void ofAPoolTheOthersFollowInTheirOrder() {
		PoolPeriod all = PoolPeriod.of(2).used(0.01).stopped(0.4).refused(5, 3).leak("Export.java:42");
		assertThat(judge(pool(all).connections(2)).cause()).isEqualTo(Cause.CONNECTION_LEAK);
		PoolPeriod noLeak = PoolPeriod.of(2).used(0.01).stopped(0.4);
		assertThat(judge(pool(noLeak.refused(5, 3)).connections(2)).cause()).isEqualTo(Cause.POOL_DEADLOCK_RISK);
		assertThat(judge(pool(noLeak)).cause()).isEqualTo(Cause.GC_ALLOCATION);
		assertThat(judge(pool(noLeak.stopped(0))).cause()).isEqualTo(Cause.CONNECTION_HELD_IDLE);
		PoolPeriod busy = noLeak.used(0.6);
		assertThat(judge(pool(busy).sessions(10, 1, 9, "a session")).cause()).isEqualTo(Cause.DATABASE_LOCK);
		assertThat(judge(pool(busy).sessions(50, 45, 0, "")).cause()).isEqualTo(Cause.DATABASE_SATURATED);
		assertThat(judge(pool(busy).sessions(10, 10, 0, "")).cause()).isEqualTo(Cause.POOL_TOO_SMALL);
		assertThat(judge(pool(PoolPeriod.of(2).lent(6).peak(1).waits(0.1))).cause()).isEqualTo(Cause.UNSURE);
	}

	@Test
	void aCacheComesBeforeWhatItShouldSave() {
		Period sql = Period.slow(30)
			.takes(TimeComponent.SQL, 600)
			.takes(TimeComponent.CPU, 10)
			.statement("select zone", 60, 10, 1);
		Period remote = Period.slow(30).takes(TimeComponent.REMOTE, 600).takes(TimeComponent.CPU, 10);
		assertThat(judge(sql.cache("zones", 100, 900, 800)).cause()).isEqualTo(Cause.CACHE_TOO_SMALL);
		assertThat(judge(remote.cache("zones", 100, 900, 800)).cause()).isEqualTo(Cause.CACHE_TOO_SMALL);
	}

	@Test
	void manyStatementsComeBeforeManyRows() {
		assertThat(judge(Period.slow(30).takes(TimeComponent.SQL, 300).statement("select zone", 100, 3, 60)).cause())
			.isEqualTo(Cause.N_PLUS_ONE);
	}

	@Test
	void rowsThatAreComputedAreTooMany() {
		Period period = Period.slow(30).takes(TimeComponent.CPU, 700).takes(TimeComponent.SQL, 300);
		assertThat(judge(period).cause()).isEqualTo(Cause.APP_CPU);
		assertThat(judge(period.statement("select * from orders", 1, 300, 20_000)).cause()).isEqualTo(Cause.BIG_RESULT);
	}

	@Test
	void ofWhatSeemsBlockedMemoryComesFirstThenWhatWasSeenThenProcessors() {
		Period period = Period.slow(30).takes(TimeComponent.BLOCKED, 800).takes(TimeComponent.CPU, 200).ready(9);
		assertThat(judge(period).cause()).isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
		assertThat(judge(period.cpu(1.9, 2)).cause()).isEqualTo(Cause.CPU_SATURATED_BY_SELF);
		assertThat(judge(period.seen(9, Activity.LOCK)).cause()).isEqualTo(Cause.LOCK);
		assertThat(judge(period.stalled(9)).cause()).isEqualTo(Cause.GC_ALLOCATION);
	}

	@Test
	void whatIsBlockedIsNamedByWhatWasSeenIfTheProcessorTimeIsNotMeasured() {
		Period period = Period.slow(30).takes(TimeComponent.BLOCKED, 900).notMeasured(TimeComponent.CPU);
		assertThat(judge(period.seen(9, Activity.COMPUTING)).cause()).isEqualTo(Cause.APP_CPU);
		assertThat(judge(period.ready(9).pressure(0.96)).cause()).isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
		assertThat(judge(period.seen(10, Activity.SLEEP)).cause()).isEqualTo(Cause.SLEEPING);
	}

	@Test
	void threadsThatWaitAtALimiterAreNotTooFew() {
		Verdict verdict = judge(Period.slow(30)
			.takes(TimeComponent.THREAD_WAIT, 2000)
			.takes(TimeComponent.LIMITER, 300)
			.takes(TimeComponent.CPU, 9)
			.awaitsLimiter()
			.threads(2, 2));
		assertThat(verdict.cause()).isEqualTo(Cause.LIMIT_TOO_SMALL);
		assertThat(verdict.queued()).isTrue();
	}

	@Test
	void exhaustedThreadsNameWhatKeepsThemBusyAsFurther() {
		Verdict verdict = judge(Period.slow(30)
			.takes(TimeComponent.THREAD_WAIT, 900)
			.takes(TimeComponent.SQL, 290)
			.takes(TimeComponent.CPU, 10)
			.threads(2, 2));
		assertThat(verdict.cause()).isEqualTo(Cause.THREADS_EXHAUSTED);
		assertThat(causes(verdict)).containsExactly(Cause.SLOW_SQL);
	}

	private static Verdict judge(Period period) {
		return CausalOrder.judge(period.slowOnes(), List.of());
	}

	private static List<Cause> causes(Verdict verdict) {
		return verdict.others().stream().map(Verdict::cause).toList();
	}

	private static Period thirds(double remote, double sql) {
		return Period.slow(30)
			.takes(TimeComponent.REMOTE, remote)
			.takes(TimeComponent.SQL, sql)
			.takes(TimeComponent.CPU, 1000 - remote - sql);
	}

	private static Period queue(double queue) {
		return Period.slow(30).takes(TimeComponent.THREAD_WAIT, queue).takes(TimeComponent.SQL, 1000 - queue);
	}

	private static Period behindStops(double queue, double stops) {
		return Period.slow(30)
			.takes(TimeComponent.THREAD_WAIT, queue)
			.takes(TimeComponent.JVM_PAUSE, stops)
			.takes(TimeComponent.SQL, 1000 - queue - stops);
	}

	private static Period pool(PoolPeriod pool) {
		return Period.slow(30).takes(TimeComponent.POOL, 900).takes(TimeComponent.SQL, 100).awaits(pool);
	}

}
