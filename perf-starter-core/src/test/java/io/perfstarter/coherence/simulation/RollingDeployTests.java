package io.perfstarter.coherence.simulation;

import io.perfstarter.fixtures.UsualRows;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ten instances are replaced one after the other while users read and change data.
 */
class RollingDeployTests {

	private static final long SECOND = 1_000_000_000L;

	private static final int INSTANCES = 10;

	@UsualRows
	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void mostReadsAreServedFromCaches(long seed) {
		Simulation simulation = new Simulation(seed, INSTANCES + 1);
		for (int host = 0; host < INSTANCES; host++) {
			simulation.start(host);
		}
		simulation.workload.begin();
		simulation.time.runUntil(120 * SECOND);
		double before = share(simulation, 120);
		for (int replaced = 0; replaced < INSTANCES; replaced++) {
			int next = (replaced + INSTANCES) % (INSTANCES + 1);
			int last = replaced;
			long at = 30L * replaced * SECOND;
			simulation.time.after(at, () -> simulation.start(next));
			simulation.time.after(at + 20 * SECOND, () -> stop(simulation, last));
		}
		double during = share(simulation, 30 * INSTANCES);
		assertThat(simulation.bound.violation).isNull();
		assertThat(during).isGreaterThan(0.9 * before);
	}

	private static double share(Simulation simulation, long seconds) {
		Tally tally = simulation.tally;
		long reads = tally.reads();
		double hits = tally.hitRate() * reads;
		simulation.time.runUntil(simulation.time.now() + seconds * SECOND);
		return (tally.hitRate() * tally.reads() - hits) / (tally.reads() - reads);
	}

	private static void stop(Simulation simulation, int host) {
		Instance instance = simulation.instanceAt(host);
		if (instance != null) {
			instance.drain();
			simulation.registry.deregister(instance);
			instance.later(2 * SECOND, () -> instance.leave(() -> simulation.gone(instance)));
		}
	}

}
