package io.perfstarter.reporting.advice;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MaxLifetimeAdvice}.
 */
class MaxLifetimeAdviceTests {

	private static Advice advise(Integer lifetime, Integer keepalive, Integer idleTimeout) {
		return MaxLifetimeAdvice.of(new PoolSettings("orders", 10, seconds(lifetime), seconds(keepalive), 0,
				new DatabaseFacts(151, 0, seconds(idleTimeout))));
	}

	private static Duration seconds(Integer seconds) {
		return (seconds != null) ? Duration.ofSeconds(seconds) : null;
	}

	@Test
	void endsBeforeTheServerEndsIt() {
		assertThat(advise(1800, 120, 300)).satisfies((advice) -> {
			assertThat(advice.current()).isEqualTo("1800 s");
			assertThat(advice.recommended()).isEqualTo("270 s");
			assertThat(advice.inputs()).containsExactly("idle timeout 300 s", "keepalive 120 s");
		});
	}

	@Test
	void fiveSecondsAreEnoughIfSomebodyChoseThem() {
		assertThat(advise(295, 0, 300).asksForChange()).isFalse();
		assertThat(advise(296, 0, 300).recommended()).isEqualTo("270 s");
	}

	@Test
	void forEverIsTooLong() {
		assertThat(advise(0, 0, 300).recommended()).isEqualTo("270 s");
	}

	@Test
	void keepaliveHasToBeShorter() {
		assertThat(advise(100, 120, 300)).satisfies((advice) -> {
			assertThat(advice.asksForChange()).isFalse();
			assertThat(advice.reason()).contains("keepalive of 120 s");
		});
		assertThat(advise(1800, 120, 300).reason()).doesNotContain("keepalive");
	}

	@Test
	void timeoutThatNoLifetimeMeets() {
		assertThat(advise(1800, 0, 59)).satisfies((advice) -> {
			assertThat(advice.refused()).isTrue();
			assertThat(advice.reason()).contains("no less than 30 s");
		});
		assertThat(advise(1800, 0, 60).recommended()).isEqualTo("30 s");
	}

	@Test
	void nothingIsGuessed() {
		assertThat(advise(1800, 0, null).refused()).isTrue();
		assertThat(advise(null, 0, 300).refused()).isTrue();
		assertThat(MaxLifetimeAdvice.of(new PoolSettings("orders", 10, null, null, 0, null)).refused()).isTrue();
	}

}
