package io.perfstarter.coherence.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Generations}.
 */
class GenerationsTests {

	private static final int KEYS = 32;

	private final Ticks ticks = new Ticks(System::nanoTime);

	private final Generations generations = new Generations(this.ticks, 100);

	@Test
	void entryStampedBeforeTheEvictionOfItsKeyIsStale() {
		long before = this.ticks.next();
		this.generations.evictKey("a");
		assertThat(this.generations.isStale("a", null, before)).isTrue();
		assertThat(this.generations.isStale("b", null, before)).isFalse();
		assertThat(this.generations.isStale("a", null, this.ticks.next())).isFalse();
	}

	@Test
	void entryStampedBeforeTheEvictionOfItsGroupIsStale() {
		long before = this.ticks.next();
		this.generations.evictGroup(1L);
		assertThat(this.generations.isStale("a", 1L, before)).isTrue();
		assertThat(this.generations.isStale("a", 2L, before)).isFalse();
		assertThat(this.generations.isStale("a", 1L, this.ticks.next())).isFalse();
	}

	@Test
	void nullGroupMakesOnlyEntriesWithoutGroupStale() {
		long before = this.ticks.next();
		this.generations.evictGroup(null);
		assertThat(this.generations.isStale("a", null, before)).isTrue();
		assertThat(this.generations.isStale("a", 1L, before)).isFalse();
	}

	@Test
	void evictingAllMakesEveryEarlierEntryStale() {
		long before = this.ticks.next();
		this.generations.evictAll();
		assertThat(this.generations.isStale("a", 1L, before)).isTrue();
		assertThat(this.generations.isStale("b", null, before)).isTrue();
		assertThat(this.generations.isStale("b", null, this.ticks.next())).isFalse();
	}

	@Test
	void earlierEvictionDoesNotHideBehindALaterOne() {
		long before = this.ticks.next();
		this.generations.evictKey("a");
		this.generations.evictKey("b");
		this.generations.evictGroup(7L);
		assertThat(this.generations.isStale("a", 1L, before)).isTrue();
		assertThat(this.generations.isStale("b", 1L, before)).isTrue();
		assertThat(this.generations.isStale("c", 1L, before)).isFalse();
	}

	@Test
	void forgottenEvictionsStillMakeOldEntriesStale() {
		long before = this.ticks.next();
		IntStream.range(0, 1000).forEach(this.generations::evictKey);
		assertThat(IntStream.range(0, 1000).filter((key) -> !this.generations.isStale(key, null, before))).isEmpty();
	}

	@Test
	void forgettingNeverRefusesAnEntryStampedAfterwards() {
		IntStream.range(0, 1000).forEach(this.generations::evictKey);
		long after = this.ticks.next();
		this.generations.evictKey("other");
		assertThat(IntStream.range(0, 1000).filter((key) -> this.generations.isStale(key, null, after))).isEmpty();
	}

	@Test
	void valueThatReplacesAnEvictedOneIsFreshUntilTheNextEviction() {
		long number = this.generations.evictKey("a").number();
		assertThat(this.generations.isStale("a", null, number)).isFalse();
		this.generations.evictKey("a");
		assertThat(this.generations.isStale("a", null, number)).isTrue();
	}

	@Test
	void entryFoundFreshIsAskedAgainAfterTheNextEviction() {
		GuardedEntry entry = entry(1L);
		assertThat(this.generations.isStale("a", entry)).isFalse();
		this.generations.evictKey("b");
		assertThat(this.generations.isStale("a", entry)).isFalse();
		this.generations.evictGroup(1L);
		assertThat(this.generations.isStale("a", entry)).isTrue();
		assertThat(this.generations.isStale("a", entry)).isTrue();
	}

	private GuardedEntry entry(Object group) {
		long stamp = this.ticks.next();
		return new GuardedEntry("value", group, stamp, stamp, stamp, stamp, false);
	}

	@Test
	void clockThatStandsStillOrGoesBackGivesLaterMoments() {
		AtomicLong clock = new AtomicLong(100);
		Ticks standing = new Ticks(clock::get);
		long first = standing.next();
		long second = standing.next();
		clock.set(50);
		long third = standing.next();
		assertThat(second).isGreaterThan(first);
		assertThat(third).isGreaterThan(second);
		clock.set(1000);
		assertThat(standing.next()).isEqualTo(1000);
	}

	/**
	 * The model is each key's highest number of an eviction that is over. What it says is
	 * asked before the question, so it may know less than the generations, never more.
	 */
	@Test
	void neverCallsFreshWhatWasEvicted() throws Exception {
		Generations small = new Generations(this.ticks, 8);
		Map<Integer, Long> model = new ConcurrentHashMap<>();
		AtomicReferenceArray<GuardedEntry> entries = new AtomicReferenceArray<>(KEYS);
		IntStream.range(0, KEYS).forEach((key) -> entries.set(key, entry(key % 4)));
		AtomicLong wronglyFresh = new AtomicLong();
		AtomicLong questions = new AtomicLong();
		long seed = ThreadLocalRandom.current().nextLong();
		System.out.println("Stress of the generations with seed " + seed);
		runInThreads(4, (thread) -> {
			SplittableRandom random = new SplittableRandom(seed + thread);
			for (int i = 0; i < 50_000; i++) {
				int key = random.nextInt(KEYS);
				switch (random.nextInt(8)) {
					case 0, 1 -> model.merge(key, small.evictKey(key).number(), Math::max);
					case 2 -> entries.set(key, entry(key % 4));
					case 3 -> {
						// Older than what is evicted now, by any thread.
						long before = this.ticks.next();
						small.evictGroup(key % 4);
						if (!small.isStale(key, key % 4, before)) {
							wronglyFresh.incrementAndGet();
						}
					}
					default -> {
						long evicted = model.getOrDefault(key, Long.MIN_VALUE);
						GuardedEntry entry = entries.get(key);
						boolean stale = small.isStale(key, entry);
						if (evicted > entry.stamp()) {
							questions.incrementAndGet();
							if (!stale) {
								wronglyFresh.incrementAndGet();
							}
						}
					}
				}
			}
		});
		assertThat(wronglyFresh).hasValue(0);
		assertThat(questions).hasValueGreaterThan(1000);
		long now = this.ticks.next();
		assertThat(IntStream.range(0, KEYS).filter((key) -> small.isStale(key, key % 4, now))).isEmpty();
	}

	private static void runInThreads(int threads, IntConsumer task) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			List<Future<?>> running = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				int thread = i;
				running.add(executor.submit(() -> task.accept(thread)));
			}
			for (Future<?> one : running) {
				one.get(60, TimeUnit.SECONDS);
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

}
