package io.perfstarter.sample.compare;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link Steps}.
 */
class StepsTests {

	@ParameterizedTest
	@EnumSource
	void whatIsComparedIsInTheTable(Scenario scenario) {
		List<String> names = Steps.of(scenario).stream().map(Step::name).toList();
		assertThat(names).doesNotHaveDuplicates();
		assertThat(names).containsAll(Steps.of(scenario)
			.stream()
			.flatMap((step) -> step.comparison().stream())
			.map(Comparison::before)
			.toList());
	}

	@ParameterizedTest
	@EnumSource
	void eachServiceIsStartedOnce(Scenario scenario) {
		List<Setting> settings = Steps.inTurn(Steps.of(scenario)).stream().map(Step::setting).toList();
		long starts = 0;
		for (int i = 0; i < settings.size(); i++) {
			starts += (i == 0 || !settings.get(i).equals(settings.get(i - 1))) ? 1 : 0;
		}
		assertThat(starts).isEqualTo(settings.stream().distinct().count());
	}

	@ParameterizedTest
	@EnumSource
	void adviceIsTakenFromTheStepBefore(Scenario scenario) {
		List<Step> steps = Steps.inTurn(Steps.of(scenario));
		for (Step advised : steps.stream().filter((step) -> step.setting().isAdvised()).toList()) {
			assertThat(steps.get(steps.indexOf(advised) - 1).name())
				.isEqualTo(advised.comparison().orElseThrow().before());
		}
	}

}
