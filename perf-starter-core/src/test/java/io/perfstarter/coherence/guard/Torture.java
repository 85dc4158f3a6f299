package io.perfstarter.coherence.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntSupplier;

import io.perfstarter.fixtures.Tier;
import org.jspecify.annotations.Nullable;

/**
 * Three readers and a writer on one entry after another: the writer waits until the old
 * value is being loaded, changes it and evicts it, while the load goes on. Then, at rest,
 * nothing but the new value may be served.
 */
final class Torture {

	static final int ROUNDS = Tier.times(10_000, 30_000);

	/**
	 * How many rounds go on before all threads meet; each on a cache of its own, because
	 * clearing would hide what another round has left.
	 */
	static final int CACHES = 50;

	private static final int READERS = 3;

	private static final int OLD = 0;

	private static final int NEW = 1;

	private final Victim victim;

	private final long seed;

	private final AtomicIntegerArray database = new AtomicIntegerArray(CACHES);

	private final AtomicIntegerArray oldWasRead = new AtomicIntegerArray(CACHES);

	private final CyclicBarrier batchBegins = new CyclicBarrier(READERS + 1);

	private final CyclicBarrier batchEnds = new CyclicBarrier(READERS + 1, this::inspect);

	private int batch;

	private int stale;

	private int overlaps;

	Torture(Victim victim, long seed) {
		this.victim = victim;
		this.seed = seed;
	}

	/**
	 * Runs all rounds.
	 * @return in how many of them a stale value was left to be served
	 */
	int staleRounds() throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(READERS + 1);
		try {
			List<Future<?>> threads = new ArrayList<>();
			for (int thread = 0; thread <= READERS; thread++) {
				SplittableRandom random = new SplittableRandom(this.seed + thread);
				boolean writer = thread == READERS;
				threads.add(executor.submit(() -> {
					for (int round = 0; round < ROUNDS; round += CACHES) {
						this.batchBegins.await(60, TimeUnit.SECONDS);
						for (int cache = 0; cache < CACHES; cache++) {
							if (writer) {
								change(cache);
							}
							else {
								read(cache, random);
							}
						}
						this.batchEnds.await(60, TimeUnit.SECONDS);
					}
					return null;
				}));
			}
			for (Future<?> thread : threads) {
				thread.get(120, TimeUnit.SECONDS);
			}
			return this.stale;
		}
		finally {
			executor.shutdownNow();
		}
	}

	/**
	 * In how many rounds the change came while the old value was being loaded.
	 */
	int overlaps() {
		return this.overlaps;
	}

	private void read(int cache, SplittableRandom random) {
		this.victim.read(cache, this.batch, () -> {
			int value = this.database.get(cache);
			if (value == OLD) {
				this.oldWasRead.set(cache, 1);
			}
			pause(random.nextInt(4));
			return value;
		});
	}

	private void change(int cache) {
		for (int i = 0; i < 100 && this.oldWasRead.get(cache) == 0; i++) {
			Thread.yield();
		}
		this.database.set(cache, NEW);
		this.victim.evict(cache, this.batch);
	}

	/**
	 * All threads rest.
	 */
	private void inspect() {
		for (int cache = 0; cache < CACHES; cache++) {
			Object served = this.victim.served(cache, this.batch);
			if (served != null && !served.equals(NEW)) {
				this.stale++;
			}
			this.overlaps += this.oldWasRead.get(cache);
			this.database.set(cache, OLD);
			this.oldWasRead.set(cache, 0);
		}
		this.batch++;
	}

	static void pause(int yields) {
		for (int i = 0; i < yields; i++) {
			Thread.yield();
		}
	}

	/**
	 * What is tortured.
	 */
	interface Victim {

		void read(int cache, int key, IntSupplier load);

		void evict(int cache, int key);

		@Nullable Object served(int cache, int key);

	}

}
