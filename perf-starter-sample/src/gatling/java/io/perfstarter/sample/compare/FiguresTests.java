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
		double[] answered = IntStream.rangeClosed(21, 100).mapToDouble((i) -> 121 - i).toArray();
		double[] failed = IntStream.rangeClosed(1, 20).mapToDouble((i) -> 21 - i).toArray();
		assertThat(Figures.of(answered, failed, 4)).isEqualTo(new Figures(100, 20, 20, 50.5, 50, 95, 99, 100, 0.8));
	}

	@Test
	void whoWaitsTooLongOrInVainIsNotSatisfied() {
		Figures figures = Figures.of(new double[] { 500, 501, 2000, 2001 }, new double[] { 1 }, 1);
		assertThat(figures.apdex()).isEqualTo(0.4);
	}

	@Test
	void withoutRequestsThereAreNoTimes() {
		Figures figures = Figures.of(new double[0], new double[0], 1);
		assertThat(figures.requests()).isZero();
		assertThat(figures.mean()).isNaN();
		assertThat(figures.longest()).isNaN();
		assertThat(figures.apdex()).isNaN();
	}

}
