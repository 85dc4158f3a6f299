package io.perfstarter.routing.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that clients find all their writes on the other instance while the standby is
 * behind, and prints how many reads the standby has served.
 *
 * <p>
 * The profile {@code all} lets them write five times as often.
 */
@Tag("faults")
@Timeout(300)
@Tag(Tier.MORE)
class ReadTokenFaultsTests {

	private static final int CLIENTS = 20;

	private static final int WRITES = Tier.times(200, 1_000);

	@AutoClose
	private static TokenApplications instances;

	@BeforeAll
	static void start() {
		instances = new TokenApplications();
	}

	/**
	 * Each client reads its write at once, and again after a random time of up to twice
	 * the delay, at least 200 ms.
	 */
	@UsualRows
	@ParameterizedTest
	@ValueSource(ints = { 0, 300, 2_000 })
	void everyClientFindsItsWrite(int delay) throws Exception {
		instances.databases().applyDelay(delay);
		long seed = System.nanoTime();
		Reads atOnce = new Reads("at once");
		Reads later = new Reads("later");
		ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
		try {
			List<Future<?>> results = new ArrayList<>();
			for (int i = 1; i <= CLIENTS; i++) {
				int id = i;
				results.add(clients.submit(() -> {
					Random random = new Random(seed + id);
					for (int write = 0; write < WRITES / CLIENTS; write++) {
						boolean swap = random.nextBoolean();
						TokenApplication reader = swap ? instances.one() : instances.other();
						long value = random.nextLong();
						String token = (swap ? instances.other() : instances.one()).write(id, value);
						atOnce.read(reader, id, token, value);
						TimeUnit.MILLISECONDS.sleep(random.nextInt(Math.max(200, 2 * delay)));
						later.read(reader, id, token, value);
					}
					return null;
				}));
			}
			for (Future<?> result : results) {
				result.get();
			}
		}
		finally {
			clients.shutdownNow();
		}
		System.out.printf("Standby %d ms behind, seed %d: %s, %s%n", delay, seed, atOnce, later);
		assertThat(atOnce.found + later.found).isEqualTo(2 * WRITES);
		assertThat(later.onReplica).isPositive();
	}

	/**
	 * Reads and their results. Guarded by itself.
	 */
	private static final class Reads {

		private final String name;

		private int found;

		private int onReplica;

		private Reads(String name) {
			this.name = name;
		}

		private void read(TokenApplication reader, int id, String token, long value) {
			TokenApplication.Answer answer = reader.answer(id, token);
			synchronized (this) {
				this.found += (answer.value() == value) ? 1 : 0;
				this.onReplica += answer.replica() ? 1 : 0;
			}
		}

		@Override
		public String toString() {
			return "%s %d of %d found, %.0f %% on the replica".formatted(this.name, this.found, WRITES,
					100.0 * this.onReplica / WRITES);
		}

	}

}
