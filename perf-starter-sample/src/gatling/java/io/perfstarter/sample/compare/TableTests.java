package io.perfstarter.sample.compare;

import java.util.List;

import io.perfstarter.sample.compare.Comparison.By;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link Table}.
 */
class TableTests {

	private static final Step BEFORE = Step.of(Scenario.MEMBERS, "before", Setting.OFF, Load.of(1, 1, 1, 1),
			Request.order());

	private static final Step AFTER = Step
		.of(Scenario.MEMBERS, "after", Setting.ON, Load.of(1, 1, 1, 1), Request.order())
		.against("before", By.MEAN, "8")
		.wanted(5);

	@Test
	void aRowSaysHowManyTimesBetterItIs() {
		assertThat(lines(40)).contains(
				"| before | 100 | 1 | 240 | 230 | 300 | 400 | 1234 | 9.00 | 0.85 | - | 2.5 % | 10 | 230 |  |  |",
				"| after | 100 | 1 | 40.0 | 230 | 300 | 400 | 1234 | 9.00 | 0.85 | 96.8 % | 0.0 % | 3 | 42 | 6.00 x mean, before | 8 |");
	}

	@Test
	void itIsSaidWhetherWhatWasWantedIsReached() {
		assertThat(lines(40)).last().isEqualTo("- after: wanted 5.00 times the mean of 'before', reached: 6.00 times.");
		assertThat(lines(60)).last()
			.isEqualTo("- after: wanted 5.00 times the mean of 'before', **not reached**: 4.00 times.");
	}

	@Test
	void aScenarioWithoutStepsSaysWhy() {
		assertThat(new Table(Scenario.ORDERS, List.of(), List.of("Skipped.")).lines())
			.containsExactly("### Orders on virtual threads", "", "Skipped.");
	}

	private static List<String> lines(double mean) {
		return new Table(Scenario.MEMBERS,
				List.of(new Result(BEFORE, figures(240), new Observation(Double.NaN, 0.025, 10, 230)),
						new Result(AFTER, figures(mean), new Observation(0.968, 0, 3, 42))),
				List.of())
			.lines();
	}

	private static Figures figures(double mean) {
		return new Figures(100, 1, 9, mean, 230, 300, 400, 1234, 0.85);
	}

}
