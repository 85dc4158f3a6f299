package io.perfstarter.reporting;

import java.util.List;
import java.util.Map;

import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Announcements.SlowLine}.
 */
class SlowLineTests {

	@Test
	void isASumOfAllParts() {
		assertThat(Announcements.SlowLine
			.of(Samples.request(Samples.NOON, 88), Samples.verdict(Cause.SLOW_SQL, "select ?"))).isEqualTo(
					"GET /tickets/{id} 92ms = thread wait 0ms + pool n/a + sql 88ms (3 statements) + fetch n/a (20 rows)"
							+ " + remote n/a + limiter n/a + client n/a + GC/safepoint pause n/a + cpu n/a + CPU wait n/a + blocked 4.0ms -> SLOW_SQL");
	}

	@Test
	void showsAWaitForAPosition() {
		ServedRequest request = Samples.request(Samples.NOON, 88);
		ComponentTimes breakdown = ComponentTimes.of(Map.of(TimeComponent.POSITION, Samples.millis(88)));
		RequestFigures figures = new RequestFigures(breakdown, 0, 0, 0, ThreadSamples.NONE, "", "", List.of(),
				List.of());
		assertThat(Announcements.SlowLine
			.of(new ServedRequest(request.route(), "", Samples.NOON, 200, 1, figures, List.of()), null))
			.contains(" + limiter n/a + position 88ms + client n/a");
	}

	@Test
	void namesTheTrace() {
		Verdict verdict = Samples.verdict(Cause.SLOW_SQL, "select ?");
		assertThat(Announcements.SlowLine.of(Samples.judged("GET /", verdict).request(), verdict))
			.endsWith("blocked 4.0ms trace=4bf92f35 -> SLOW_SQL");
	}

	@Test
	void leavesAnUnknownCauseOut() {
		assertThat(Announcements.SlowLine.of(Samples.request(Samples.NOON, 88), null)).endsWith("blocked 4.0ms");
	}

}
