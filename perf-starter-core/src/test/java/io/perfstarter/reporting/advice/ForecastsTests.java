package io.perfstarter.reporting.advice;

import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

import io.perfstarter.reporting.window.Window;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link Forecasts}.
 */
class ForecastsTests {

	private static List<Window> rates(int count, int max, double lease, IntToDoubleFunction rate) {
		return TestWindows.series(count,
				(at) -> TestWindows.with().pool("matching", max, rate.applyAsDouble(at), lease));
	}

	private static CapacityForecast only(List<Window> windows) {
		return Forecasts.of(windows).get(0);
	}

	@Test
	void predictsTheCollapse() {
		assertThat(only(rates(4, 80, 0.2, (at) -> 750))).satisfies((forecast) -> {
			assertThat(forecast.pool()).isEqualTo("matching");
			assertThat(forecast.ceiling()).isCloseTo(400, within(1e-6));
			assertThat(forecast.offered()).isCloseTo(750, within(1e-6));
			assertThat(forecast.sentence())
				.isEqualTo("80 connections / 0.2000 s each = at most 400/s; demand is 750/s: it exceeds the capacity.");
		});
	}

	@Test
	void saysWhenItWillNotFit() {
		// From 100/s on, 10/s more every half minute: 210/s now, and 400/s after 9.5
		// minutes.
		assertThat(only(rates(12, 80, 0.2, (at) -> 100 + 10 * at)).sentence())
			.endsWith("51 % of the capacity, and at the current growth it exceeds the capacity in about 9 minutes.");
	}

	@Test
	void fewWindowsAreNoTrend() {
		assertThat(only(rates(9, 80, 0.2, (at) -> 100 + 10 * at)).sentence()).endsWith("of the capacity.");
		assertThat(only(rates(10, 80, 0.2, (at) -> 100 + 10 * at)).sentence()).contains("at the current growth");
	}

	@Test
	void noiseIsNoTrend() {
		for (long seed = 0; seed < 50; seed++) {
			Random random = new Random(seed);
			assertThat(only(rates(40, 80, 0.2, (at) -> 200 + 50 * random.nextDouble())).sentence()).as("seed %d", seed)
				.endsWith("of the capacity.");
		}
	}

	@Test
	void clearRiseIsSeenThroughNoise() {
		for (long seed = 0; seed < 50; seed++) {
			Random random = new Random(seed);
			assertThat(only(rates(40, 80, 0.2, (at) -> 100 + 5 * at + 40 * random.nextDouble())).sentence())
				.as("seed %d", seed)
				.contains("at the current growth");
		}
	}

	@Test
	void whatFallsOrStaysFits() {
		assertThat(only(rates(20, 80, 0.2, (at) -> 300 - 10 * at)).sentence()).endsWith("of the capacity.");
		assertThat(only(rates(20, 80, 0.2, (at) -> 300)).sentence()).endsWith("75 % of the capacity.");
	}

	@Test
	void looksNoFurtherAheadThanTenTimesBack() {
		// 30/s more in ten minutes, so 3 hours away.
		assertThat(only(rates(20, 200, 0.2, (at) -> 100 + 1.5 * at)).sentence()).endsWith("of the capacity.");
	}

	@Test
	void fewLeasesForecastNothing() {
		assertThat(Forecasts.of(rates(2, 80, 0.2, (at) -> 1))).isEmpty();
		assertThat(Forecasts.of(rates(1, 80, 0.2, (at) -> 750))).isEmpty();
		assertThat(Forecasts.of(List.of())).isEmpty();
	}

}
