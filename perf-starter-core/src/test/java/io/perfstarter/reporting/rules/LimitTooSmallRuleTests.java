package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LimitRules#limitTooSmall}.
 */
class LimitTooSmallRuleTests {

	@Test
	void saysHowLongRequestsWaitAndHowTheLimiterIsUsed() {
		Verdict verdict = LimitRules.limitTooSmall(waiting().awaitsLimiter().slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.LIMIT_TOO_SMALL);
		assertThat(verdict.subject()).isEqualTo("requests");
		assertThat(verdict.share()).isEqualTo(0.9);
		assertThat(verdict.evidence()).contains("90 %", "900 ms", "limit 4", "4 in use", "12 waiting", "3 rejected",
				"0.40 of 2 processors");
		assertThat(verdict.remedy()).isEqualTo("Raise perf-starter.async.requests.concurrency-limit above 4.");
	}

	@Test
	void saysThatConnectionsAreFreeWhereThereAreSome() {
		assertThat(LimitRules.limitTooSmall(waiting().slowOnes()).evidence()).doesNotContain("connections");
		assertThat(LimitRules.limitTooSmall(waiting().pool(PoolPeriod.of(10).lent(30)).slowOnes()).evidence())
			.endsWith(", and connections are free.");
	}

	@Test
	void saysTheSameOfAnExecutor() {
		Verdict verdict = LimitRules.limitTooSmall(waiting().awaitsExecutor(80, "").slowOnes());
		assertThat(verdict.subject()).isEqualTo("executor mail");
		assertThat(verdict.evidence()).contains("limit 8", "8 in use", "5 waiting", "1 rejected", "a task takes 80 ms");
		assertThat(verdict.remedy()).isEqualTo("Raise the concurrency limit of executor mail above 8.");
	}

	@Test
	void saysThatTheTasksAreSlow() {
		assertThat(remedy(waiting().awaitsExecutor(999, ""))).startsWith("Raise");
		assertThat(remedy(waiting().awaitsExecutor(1000, ""))).startsWith("First speed up its tasks");
	}

	@Test
	void saysThatTheLimitFollowsAPool() {
		assertThat(remedy(waiting().awaitsExecutor(80, "orders"))).contains("follows the pool orders", "above 8");
	}

	private static String remedy(Period period) {
		return LimitRules.limitTooSmall(period.slowOnes()).remedy();
	}

	@Test
	void saysNoFiguresThatAreNotKnown() {
		Verdict verdict = LimitRules.limitTooSmall(waiting().slowOnes());
		assertThat(verdict.evidence()).doesNotContain("limit");
		assertThat(verdict.remedy()).isEqualTo("Raise the concurrency limit.");
	}

	@Test
	void aHigherLimitHelpsWhereProcessorsAndConnectionsAreFree() {
		assertThat(waitsForWhatIsBehind(waiting())).isFalse();
		assertThat(waitsForWhatIsBehind(waiting().pool(PoolPeriod.of(10).lent(239)))).isFalse();
	}

	@Test
	void processorsMayBeWhatIsScarce() {
		assertThat(waitsForWhatIsBehind(waiting().cpu(1.59, 2))).isFalse();
		assertThat(waitsForWhatIsBehind(waiting().cpu(1.6, 2))).isTrue();
		Period blocked = waiting().takes(TimeComponent.CPU, 60).takes(TimeComponent.BLOCKED, 250).cpu(0.3, 2);
		assertThat(waitsForWhatIsBehind(blocked)).isFalse();
		assertThat(waitsForWhatIsBehind(blocked.ready(1.2))).isTrue();
	}

	@Test
	void connectionsMayBeWhatIsScarce() {
		assertThat(waitsForWhatIsBehind(waiting().pool(PoolPeriod.of(10).lent(240)))).isTrue();
		assertThat(waitsForWhatIsBehind(waiting().takes(TimeComponent.POOL, 91))).isTrue();
		assertThat(waitsForWhatIsBehind(waiting().takes(TimeComponent.POOL, 89))).isFalse();
	}

	@Test
	void pausesMayBeTheReason() {
		assertThat(waitsForWhatIsBehind(waiting().stopped(3, 3))).isTrue();
		assertThat(waitsForWhatIsBehind(waiting().stopped(2.99, 2.99))).isFalse();
	}

	@Test
	void whatIsSlowBehindTheLimiterIsWhatIsSlow() {
		assertThat(waitsForWhatIsBehind(waiting().takes(TimeComponent.REMOTE, 899))).isFalse();
		assertThat(waitsForWhatIsBehind(waiting().takes(TimeComponent.REMOTE, 900))).isTrue();
	}

	private static boolean waitsForWhatIsBehind(Period period) {
		return LimitRules.waitsForWhatIsBehind(period.slowOnes());
	}

	private static Period waiting() {
		return Period.slow(30)
			.takes(TimeComponent.LIMITER, 900)
			.takes(TimeComponent.SQL, 90)
			.takes(TimeComponent.CPU, 10);
	}

}
