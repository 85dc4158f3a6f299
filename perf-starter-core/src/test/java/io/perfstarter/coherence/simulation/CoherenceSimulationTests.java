package io.perfstarter.coherence.simulation;

import java.util.List;
import java.util.stream.LongStream;

import io.perfstarter.coherence.simulation.Simulation.Outcome;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The promise of coherence under all faults at once, and what of the protocol it needs.
 *
 * <p>
 * {@code -Dcoherence.seeds=20000} runs more than the usual seeds, also of the variants,
 * and {@code -Dcoherence.seed=4711} runs one alone and prints all that happened.
 */
@Tag(Tier.MORE)
class CoherenceSimulationTests {

	private static final int SEEDS = Integer.getInteger("coherence.seeds", Tier.times(100, 1_000));

	// Enough for each variant to break the bound several times.
	private static final int VARIANT_SEEDS = Integer.getInteger("coherence.seeds", 200);

	private static final long ONLY_SEED = Long.getLong("coherence.seed", 0);

	private static final int TAIL = 80;

	@Test
	void noReadIsOlderThanTheBound() {
		Runs runs = run(Variant.COMPLETE, SEEDS);
		assertThat(runs.failed()).withFailMessage(() -> runs.explanation()).isEmpty();
		if (ONLY_SEED != 0) {
			return;
		}
		assertThat(runs.tally().faults).as("faults that happened").containsOnlyKeys(Fault.values());
		assertThat(runs.tally().hitRate()).as("hit rate").isGreaterThan(0.5);
		assertThat((double) runs.tally().excused / runs.tally().reads()).as("reads beyond the assumptions")
			.isLessThan(0.001);
	}

	@Tag(Tier.CI)
	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "COMPLETE")
	void theBoundNeedsAllParts(Variant variant) {
		if (ONLY_SEED != 0 || Tier.isAll()) {
			assertThat(run(variant, VARIANT_SEEDS).broken()).as("runs that break the bound").isPositive();
			return;
		}
		assertThat(LongStream.rangeClosed(1, VARIANT_SEEDS)
			.parallel()
			.mapToObj((seed) -> new Simulation(seed, variant, false).run())
			.filter((outcome) -> outcome.violation() != null)
			.findAny()).as("run that breaks the bound").isPresent();
	}

	@Test
	void aSeedRepeatsARun() {
		assertThat(new Simulation(7, Variant.COMPLETE, true).run().trace())
			.isEqualTo(new Simulation(7, Variant.COMPLETE, true).run().trace())
			.hasSizeGreaterThan(100);
	}

	private Runs run(Variant variant, int seeds) {
		LongStream numbers = (ONLY_SEED != 0) ? LongStream.of(ONLY_SEED) : LongStream.rangeClosed(1, seeds);
		// Each run is alone with what it uses.
		List<Outcome> outcomes = numbers.parallel()
			.mapToObj((seed) -> new Simulation(seed, variant, ONLY_SEED != 0).run())
			.toList();
		Runs runs = Runs.of(variant, outcomes);
		System.out.println(runs);
		if (ONLY_SEED != 0) {
			outcomes.get(0).trace().forEach(System.out::println);
		}
		return runs;
	}

	/**
	 * Some runs of a variant.
	 */
	private record Runs(Variant variant, int number, List<Outcome> failed, Tally tally) {

		static Runs of(Variant variant, List<Outcome> outcomes) {
			Tally tally = new Tally();
			outcomes.forEach((outcome) -> tally.add(outcome.tally()));
			return new Runs(variant, outcomes.size(),
					outcomes.stream()
						.filter((outcome) -> outcome.violation() != null || outcome.unrecovered() != null)
						.toList(),
					tally);
		}

		long broken() {
			return this.failed.stream().filter((outcome) -> outcome.violation() != null).count();
		}

		String explanation() {
			Outcome first = this.failed.get(0);
			List<String> trace = new Simulation(first.seed(), this.variant, true).run().trace();
			int end = endOf(trace);
			return "%d of %d runs fail, the first with -Dcoherence.seed=%d%n%s%n%s".formatted(this.failed.size(),
					this.number, first.seed(), (first.violation() != null) ? first.violation() : first.unrecovered(),
					String.join(System.lineSeparator(), trace.subList(Math.max(end - TAIL, 0), end)));
		}

		private static int endOf(List<String> trace) {
			for (int line = 0; line < trace.size(); line++) {
				if (trace.get(line).contains(Bound.VIOLATION)) {
					return line + 1;
				}
			}
			return trace.size();
		}

		@Override
		public String toString() {
			return "%s, seeds %s: %s".formatted(this.variant, (ONLY_SEED != 0) ? ONLY_SEED : "1 to " + this.number,
					this.tally);
		}

	}

}
