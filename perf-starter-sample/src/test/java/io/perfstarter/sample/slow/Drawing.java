package io.perfstarter.sample.slow;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

import io.perfstarter.reporting.rules.Cause;

/**
 * Draws the condition of each fault, once on platform and once on virtual threads: one of
 * those whose pairs of values were drawn least. The same seed draws the same.
 */
final class Drawing {

	private static final List<Condition> WITH_ANY_JDK = Condition
		.all(List.of(new Jdk(Path.of("any"), Integer.MAX_VALUE)));

	private final long seed;

	private final List<Condition> conditions;

	Drawing(long seed, List<Jdk> jdks) {
		this.seed = seed;
		this.conditions = Condition.all(jdks);
	}

	/** All runs, in the order of the faults. */
	List<Run> all(List<Fault> faults) {
		Random random = new Random(this.seed);
		Map<Condition.Pair, Integer> uses = new HashMap<>();
		List<Run> runs = new ArrayList<>();
		for (Fault fault : faults) {
			for (Threads threads : Threads.values()) {
				List<Condition> candidates = candidates(this.conditions, fault, threads);
				if (!candidates.isEmpty()) {
					runs.add(new Run(fault, threads, draw(candidates, uses, random)));
				}
				else if (!candidates(WITH_ANY_JDK, fault, threads).isEmpty()) {
					runs.add(new Run(fault, threads, null));
				}
			}
		}
		return runs;
	}

	private static List<Condition> candidates(List<Condition> conditions, Fault fault, Threads threads) {
		return conditions.stream()
			.filter((condition) -> condition.threads() == threads && fault.isPossible(condition))
			.toList();
	}

	private static Condition draw(List<Condition> candidates, Map<Condition.Pair, Integer> uses, Random random) {
		List<Condition> shuffled = new ArrayList<>(candidates);
		Collections.shuffle(shuffled, random);
		Condition drawn = shuffled.get(0);
		for (Condition candidate : shuffled) {
			if (need(candidate, uses) > need(drawn, uses)) {
				drawn = candidate;
			}
		}
		drawn.pairs().forEach((pair) -> uses.merge(pair, 1, Integer::sum));
		return drawn;
	}

	/** A pair that was not drawn yet counts more than others together. */
	private static double need(Condition condition, Map<Condition.Pair, Integer> uses) {
		return condition.pairs().stream().mapToDouble((pair) -> 1 / (0.1 + uses.getOrDefault(pair, 0))).sum();
	}

	/**
	 * A part of the runs, one of each of a twentieth of the faults: first those that are
	 * always run, then those with a cause that no other one has, then any.
	 */
	List<Run> twentieth(List<Fault> faults) {
		List<Run> all = all(faults);
		List<Run> shuffled = new ArrayList<>(all);
		shuffled.removeIf(Run::isSkipped);
		Collections.shuffle(shuffled, new Random(this.seed));
		Set<Run> drawn = new HashSet<>();
		Set<Fault> seen = new HashSet<>();
		Set<Cause> causes = new HashSet<>();
		List<Predicate<Fault>> turns = List.of(Fault::isAlways,
				(fault) -> !fault.isHealthy() && !causes.containsAll(fault.causes()), (fault) -> true);
		for (Predicate<Fault> turn : turns) {
			for (Run run : shuffled) {
				if (drawn.size() < faults.size() / 20 && turn.test(run.fault()) && seen.add(run.fault())) {
					drawn.add(run);
					causes.addAll(run.fault().causes());
				}
			}
		}
		return all.stream().filter(drawn::contains).toList();
	}

}
