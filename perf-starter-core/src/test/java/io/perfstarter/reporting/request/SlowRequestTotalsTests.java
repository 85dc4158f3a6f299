package io.perfstarter.reporting.request;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.Histogram;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SlowRequestTotals}.
 */
class SlowRequestTotalsTests {

	private final SlowRequestTotals requests = new SlowRequestTotals();

	private void add(String route, String pool, long nanos) {
		TimeBreakdown breakdown = new TimeBreakdown(0, -1, () -> 0, new TestFigures());
		this.requests.add(new ServedRequest(route, "", Instant.EPOCH, 200, 1,
				new RequestFigures(ComponentTimes.of(Map.of(TimeComponent.POOL, nanos)), 1, 2, -1, ThreadSamples.NONE,
						pool, "", List.of(), List.of()),
				List.of()), breakdown);
	}

	private RequestsWindow window() {
		return this.requests.window(new Histogram().take(), ComponentTimes.NONE, 3);
	}

	@Test
	void routeAndPoolAreThoseThatTookTheMostTime() {
		add("GET /a", "p", 5);
		add("GET /b", "q", 7);
		add("GET /a", "p", 3);
		RequestsWindow window = window();
		assertThat(window.slowestRoute()).isEqualTo("GET /a");
		assertThat(window.slowFigures().awaitedPool()).isEqualTo("p");
		assertThat(window.slow()).isEqualTo(3);
		assertThat(window.slowFigures().statements()).isEqualTo(3);
		assertThat(window.slowFigures().rows()).isEqualTo(6);
		assertThat(window.slowFigures().allocated()).isZero();
		assertThat(window.connections()).isEqualTo(3);
	}

	@Test
	void noMoreRequestsAreSlowThanThereAre() {
		add("GET /a", "p", 5);
		assertThat(window().count()).isEqualTo(1);
	}

	@Test
	void whatNobodyMeasuredIsNotMeasuredInTheSum() {
		add("GET /a", "p", 5);
		add("GET /a", "p", 5);
		assertThat(window().slowFigures().breakdown().measured(TimeComponent.CPU)).isFalse();
		assertThat(window().slowFigures().breakdown().nanos(TimeComponent.POOL)).isEqualTo(10);
	}

	@Test
	void manyRoutesTakeNoMoreRoom() {
		for (int i = 0; i < 1_000; i++) {
			add("GET /" + i, "p" + i, 1);
		}
		assertThat(window().slowestRoute()).isEqualTo("other");
		assertThat(window().slowFigures().awaitedPool()).isEqualTo("other");
		add("GET /7", "p7", 801);
		assertThat(window().slowestRoute()).isEqualTo("GET /7");
		assertThat(window().slowFigures().awaitedPool()).isEqualTo("p7");
	}

}
