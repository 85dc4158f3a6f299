package io.perfstarter.boundary.connection;

import io.perfstarter.boundary.connection.Forecast.Bound;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link Forecast}.
 */
class ForecastTests {

	@Test
	void littlesLaw() {
		Forecast forecast = Forecast.of(80, 0.060, 0.006, 0.001, 5, 40, 2);
		assertThat(forecast.connections()).isCloseTo(4.8, within(1e-9));
		assertThat(forecast.connectionsAfter()).isCloseTo(0.48, within(1e-9));
		assertThat(forecast.ceiling()).isCloseTo(5 / 0.060, within(1e-9));
	}

	@Test
	void namesWhatBinds() {
		assertThat(Forecast.of(80, 0.060, 0.006, 0.001, 5, 40, 2)).satisfies((forecast) -> {
			assertThat(forecast.boundBy()).isEqualTo(Bound.THREADS);
			assertThat(forecast.ceilingAfter()).isCloseTo(40 / 0.060, within(1e-9));
		});
		assertThat(Forecast.of(80, 0.060, 0.006, 0.001, 5, 400, 2)).satisfies((forecast) -> {
			assertThat(forecast.boundBy()).isEqualTo(Bound.POOL);
			assertThat(forecast.ceilingAfter()).isCloseTo(5 / 0.006, within(1e-9));
		});
		assertThat(Forecast.of(80, 0.060, 0.006, 0.005, 5, 40, 2)).satisfies((forecast) -> {
			assertThat(forecast.boundBy()).isEqualTo(Bound.CPU);
			assertThat(forecast.ceilingAfter()).isCloseTo(400, within(1e-9));
		});
	}

	@Test
	void fewThreadsSeenDoNotMakeTheCureWorse() {
		Forecast forecast = Forecast.of(1, 0.060, 0.006, 0.001, 5, 1, 2);
		assertThat(forecast.ceilingAfter()).isEqualTo(forecast.ceiling());
		assertThat(forecast.boundBy()).isEqualTo(Bound.THREADS);
	}

	@Test
	void processorTimeThatIsNotKnownBindsNothing() {
		assertThat(Forecast.of(80, 0.060, 0.006, 0, 5, 40, 2).boundBy()).isEqualTo(Bound.THREADS);
	}

	@Test
	void holdsWithoutStatementsNeedNoConnection() {
		Forecast forecast = Forecast.of(80, 0.060, 0, 0, 5, 40, 2);
		assertThat(forecast.connectionsAfter()).isZero();
		assertThat(forecast.boundBy()).isEqualTo(Bound.THREADS);
	}

}
