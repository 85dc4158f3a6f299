package io.perfstarter.coherence.simulation;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.perfstarter.coherence.simulation.LogSimulation.Outcome;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The promise of coherence with a log under all faults at once, and what of the log it
 * needs.
 *
 * <p>
 * {@code -Dcoherence.seeds=20000} runs more than the usual seeds, also of the variants.
 */
@Tag(Tier.MORE)
class LogSimulationTests {

	private static final int SEEDS = Integer.getInteger("coherence.seeds", Tier.times(100, 500));

	private static final int VARIANT_SEEDS = Integer.getInteger("coherence.seeds", 100);

	@ParameterizedTest
	@EnumSource(names = { "COMPLETE", "REDIS" })
	void noReadIsOlderThanTheBound(LogVariant variant) {
		List<Outcome> outcomes = run(variant, SEEDS);
		assertThat(outcomes).allSatisfy((outcome) -> {
			assertThat(outcome.violation()).as("violation of seed %d", outcome.seed()).isNull();
			assertThat(outcome.unrecovered()).as("recovery of seed %d", outcome.seed()).isNull();
		});
		Map<String, Integer> happened = new TreeMap<>();
		outcomes.forEach((outcome) -> outcome.happened()
			.forEach((fault, number) -> happened.merge(fault, number, Integer::sum)));
		assertThat(happened).as("faults that happened").hasSize(variant.isRedis() ? 8 : 10);
		assertThat(outcomes.stream().mapToDouble(Outcome::hitRate).average().orElse(0)).as("hit rate")
			.isGreaterThan(0.3);
	}

	@Tag(Tier.CI)
	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = { "COMPLETE", "REDIS" })
	void theBoundNeedsAllParts(LogVariant variant) {
		assertThat(outcomes(variant, VARIANT_SEEDS).filter((outcome) -> outcome.violation() != null).findAny())
			.as("run that breaks the bound")
			.isPresent();
	}

	@ParameterizedTest
	@EnumSource(names = { "COMPLETE", "REDIS" })
	void aSeedRepeatsARun(LogVariant variant) {
		assertThat(new LogSimulation(7, variant).run()).isEqualTo(new LogSimulation(7, variant).run());
	}

	private static List<Outcome> run(LogVariant variant, int seeds) {
		List<Outcome> outcomes = outcomes(variant, seeds).toList();
		System.out.printf("%-33s %6d runs, %d break the bound, worst %.2f of the bound%n", variant, outcomes.size(),
				outcomes.stream().filter((outcome) -> outcome.violation() != null).count(),
				outcomes.stream().mapToDouble(Outcome::worst).max().orElse(0));
		return outcomes;
	}

	/**
	 * Each run is alone with what it uses.
	 */
	private static Stream<Outcome> outcomes(LogVariant variant, int seeds) {
		return LongStream.rangeClosed(1, seeds).parallel().mapToObj((seed) -> new LogSimulation(seed, variant).run());
	}

}
