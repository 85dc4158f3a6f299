package io.perfstarter.sample.compare;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link Figures}.
 */
class FiguresTests {

	@Test
	void theyAreTakenFromAllRequestsInAnyOrder() {
		double[] millis = IntStream.rangeClosed(1, 100).mapToDouble((i) -> 101 - i).toArray();
		assertThat(Figures.of(millis, 20, 4)).isEqualTo(new Figures(100, 20, 20, 50.5, 50, 95, 99, 100));
	}

	@Test
	void withoutRequestsThereAreNoTimes() {
		Figures figures = Figures.of(new double[0], 0, 1);
		assertThat(figures.requests()).isZero();
		assertThat(figures.mean()).isNaN();
		assertThat(figures.longest()).isNaN();
	}

}
