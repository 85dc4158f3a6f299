package io.perfstarter.sample.slow;

import java.time.Instant;

import io.perfstarter.reporting.rules.Cause;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link JudgedPeriod}.
 */
class JudgedPeriodTests {

	private static final String WINDOW = """
			"window": {"end": "2026-11-22T20:00:03Z", "requests": {"count": 75, "slow": 9}}""";

	private static final String SLOW_SQL = """
			{%s, "verdict": {"cause": "SLOW_SQL", "subject": "select 1", "evidence": "It takes long.", "remedy": "Give it an index.",
			"others": [{"cause": "GC_ALLOCATION"}, {"cause": "LOCK"}]}}"""
		.formatted(WINDOW);

	@Test
	void readsTheMainCauseFirst() {
		JudgedPeriod period = read(SLOW_SQL);
		assertThat(period.causes()).containsExactly(Cause.SLOW_SQL, Cause.GC_ALLOCATION, Cause.LOCK);
		assertThat(period).hasToString("SLOW_SQL + GC_ALLOCATION + LOCK (9/75)");
		assertThat(period.said()).isEqualTo("select 1 It takes long. Give it an index.");
		assertThat(period.requests()).isEqualTo(75);
		assertThat(period.slow()).isEqualTo(9);
	}

	@Test
	void hasNoCauseWithoutVerdict() {
		for (String none : new String[] { "{%s, \"verdict\": null}", "{%s}" }) {
			assertThat(read(none.formatted(WINDOW)).causes()).isEmpty();
		}
		assertThat(read("{%s}".formatted(WINDOW))).hasToString("-");
	}

	@Test
	void beginsOnePeriodBeforeItsEnd() {
		JudgedPeriod period = read(SLOW_SQL);
		assertThat(period.beganAfter(Instant.parse("2026-11-22T20:00:00Z"))).isTrue();
		assertThat(period.beganAfter(Instant.parse("2026-11-22T20:00:00.001Z"))).isFalse();
	}

	private static JudgedPeriod read(String json) {
		return JudgedPeriod.of(new JsonMapper().readTree(json));
	}

}
