package io.perfstarter.reporting;

import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SlowLine}.
 */
class SlowLineTests {

	@Test
	void isASumOfAllParts() {
		assertThat(SlowLine.of(Samples.request(Samples.NOON, 88), Samples.verdict(Cause.SLOW_SQL, "select ?")))
			.isEqualTo(
					"GET /tickets/{id} 92ms = thread wait 0ms + pool n/a + sql 88ms (3 statements) + fetch n/a (20 rows)"
							+ " + remote n/a + limiter n/a + client n/a + GC/safepoint pause n/a + cpu n/a + CPU wait n/a + blocked 4.0ms -> SLOW_SQL");
	}

	@Test
	void namesTheTrace() {
		Verdict verdict = Samples.verdict(Cause.SLOW_SQL, "select ?");
		assertThat(SlowLine.of(Samples.judged("GET /", verdict).request(), verdict))
			.endsWith("blocked 4.0ms trace=4bf92f35 -> SLOW_SQL");
	}

	@Test
	void leavesAnUnknownCauseOut() {
		assertThat(SlowLine.of(Samples.request(Samples.NOON, 88), null)).endsWith("blocked 4.0ms");
	}

}
