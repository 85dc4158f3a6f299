package io.perfstarter.coherence.guard;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

import io.perfstarter.coherence.guard.CacheGuard.PutRefusal;
import io.perfstarter.coherence.guard.Torture.Victim;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Event.Scope;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.cache.Cache;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The order of bump, remove, check and put: ours leaves nothing stale, and the two that
 * look right do.
 */
@Timeout(180)
@Tag(Tier.MORE)
class GuardOrderingTests {

	@UsualRows({ 1, 11, 18 })
	@ParameterizedTest
	@CsvSource({ "ehcache,true,KEYS", "ehcache,true,GROUPS", "ehcache,true,ALL", "ehcache,false,KEYS",
			"ehcache,false,GROUPS", "ehcache,false,ALL", "caffeine,true,KEYS", "caffeine,true,GROUPS",
			"caffeine,true,ALL", "caffeine,false,KEYS", "caffeine,false,GROUPS", "caffeine,false,ALL", "map,true,KEYS",
			"map,true,GROUPS", "map,true,ALL", "map,false,KEYS", "map,false,GROUPS", "map,false,ALL" })
	void noStaleEntryIsLeft(String store, boolean sync, Scope scope) throws Exception {
		try (TestStores stores = new TestStores()) {
			CacheGuard guard = TestGuard.alone();
			Cache[] caches = IntStream.range(0, Torture.CACHES)
				.mapToObj((number) -> guard.guard(stores.create(store, "cache" + number), new GroupExpression("#key"),
						null))
				.toArray(Cache[]::new);
			Torture torture = new Torture(new Guarded(caches, sync, scope), seed(store + "," + sync + "," + scope));
			assertThat(torture.staleRounds()).isZero();
			assertThat(torture.overlaps()).isGreaterThan(Torture.ROUNDS / 10);
			assertThat(guard.count(PutRefusal.EVICTED)).isPositive();
		}
	}

	@Test
	void checkThenPutLeavesStaleEntries() throws Exception {
		int stale = new Torture(new CheckThenPut(), seed("check then put")).staleRounds();
		System.out.println("Check then put: %d of %d rounds left a stale entry".formatted(stale, Torture.ROUNDS));
		assertThat(stale).isPositive();
	}

	@Test
	void removeThenBumpLeavesStaleEntries() throws Exception {
		int stale = new Torture(new RemoveThenBump(), seed("remove then bump")).staleRounds();
		System.out.println("Remove then bump: %d of %d rounds left a stale entry".formatted(stale, Torture.ROUNDS));
		assertThat(stale).isPositive();
	}

	private static long seed(String what) {
		long seed = ThreadLocalRandom.current().nextLong();
		System.out.println("Torture of " + what + " with seed " + seed);
		return seed;
	}

	/**
	 * Ours.
	 *
	 * @param caches the caches
	 * @param sync whether to load as {@code @Cacheable(sync = true)} does
	 * @param scope what is evicted
	 */
	private record Guarded(Cache[] caches, boolean sync, Scope scope) implements Victim {

		@Override
		public void read(int cache, int key, IntSupplier load) {
			Cache target = this.caches[cache];
			if (this.sync) {
				target.get(key, load::getAsInt);
			}
			else if (target.get(key) == null) {
				target.put(key, load.getAsInt());
			}
		}

		@Override
		public void evict(int cache, int key) {
			GuardedCache target = (GuardedCache) this.caches[cache];
			switch (this.scope) {
				case KEYS -> target.evict(key);
				case GROUPS -> target.entries().bump(Event.groups("any", List.of(key)));
				case ALL -> target.clear();
			}
		}

		@Override
		public @Nullable Object served(int cache, int key) {
			return this.caches[cache].get(key, Object.class);
		}

	}

	/**
	 * What both wrong orderings share: the check is made at the put alone, and not at a
	 * hit. Each yields where it is weak.
	 */
	private abstract static class Wrong implements Victim {

		final Ticks ticks = new Ticks(System::nanoTime);

		final Generations generations = new Generations(this.ticks, 10_000);

		final Map<String, Object> store = new ConcurrentHashMap<>();

		@Override
		public void read(int cache, int key, IntSupplier load) {
			String id = cache + "/" + key;
			if (!this.store.containsKey(id)) {
				long stamp = this.ticks.next();
				put(id, load.getAsInt(), stamp);
			}
		}

		@Override
		public void evict(int cache, int key) {
			evict(cache + "/" + key);
		}

		@Override
		public @Nullable Object served(int cache, int key) {
			return this.store.get(cache + "/" + key);
		}

		boolean isStale(String id, long stamp) {
			return this.generations.isStale(id, null, stamp);
		}

		abstract void put(String id, Object value, long stamp);

		abstract void evict(String id);

	}

	/**
	 * The eviction comes between the check and the put.
	 */
	private static final class CheckThenPut extends Wrong {

		@Override
		void put(String id, Object value, long stamp) {
			if (!isStale(id, stamp)) {
				Torture.pause(3);
				this.store.put(id, value);
			}
		}

		@Override
		void evict(String id) {
			this.generations.evictKey(id);
			this.store.remove(id);
		}

	}

	/**
	 * The put and both its checks come between the removal and the bump.
	 */
	private static final class RemoveThenBump extends Wrong {

		@Override
		void put(String id, Object value, long stamp) {
			this.store.compute(id, (ignored, present) -> isStale(id, stamp) ? present : value);
		}

		@Override
		void evict(String id) {
			this.store.remove(id);
			Torture.pause(10);
			this.generations.evictKey(id);
		}

	}

}
