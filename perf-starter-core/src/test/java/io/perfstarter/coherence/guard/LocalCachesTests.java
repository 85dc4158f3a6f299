package io.perfstarter.coherence.guard;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.perfstarter.coherence.guard.CacheGuard.HitRefusal;
import io.perfstarter.coherence.guard.CacheGuard.PutRefusal;
import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.cache.support.SimpleCacheManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link LocalCaches}.
 */
class LocalCachesTests {

	private final CacheGuard guard = TestGuard.alone();

	private final ConcurrentMapCacheManager first = new ConcurrentMapCacheManager("tickets", "shared");

	private final ConcurrentMapCacheManager second = new ConcurrentMapCacheManager("shared");

	private final LocalCaches caches = new LocalCaches(() -> List.of(this.first, this.second));

	@Test
	void evictsKeysAndSkipsNull() {
		cache(this.first, "tickets").put(1, "one");
		cache(this.first, "tickets").put(2, "two");
		this.caches.evict(List.of(Event.keys("tickets", Arrays.asList(1, null))));
		assertThat(cache(this.first, "tickets").get(1)).isNull();
		assertThat(cache(this.first, "tickets").get(2)).isNotNull();
	}

	@Test
	void evictsFromEveryManagerThatKnowsTheName() {
		cache(this.first, "shared").put(1, "one");
		cache(this.second, "shared").put(1, "one");
		this.caches.evict(List.of(Event.keys("shared", List.of(1))));
		assertThat(cache(this.first, "shared").get(1)).isNull();
		assertThat(cache(this.second, "shared").get(1)).isNull();
	}

	@Test
	void emptiesACacheThatKnowsNoGroups() {
		cache(this.first, "tickets").put(1, "one");
		this.caches.evict(List.of(Event.groups("tickets", List.of())));
		assertThat(cache(this.first, "tickets").get(1)).isNotNull();
		this.caches.evict(List.of(Event.groups("tickets", List.of(7L))));
		assertThat(cache(this.first, "tickets").get(1)).isNull();
	}

	@Test
	void evictsAll() {
		cache(this.first, "tickets").put(1, "one");
		this.caches.evict(List.of(Event.all("tickets")));
		assertThat(cache(this.first, "tickets").get(1)).isNull();
	}

	@Test
	void knowingACacheDoesNotMakeIt() {
		LocalCaches dynamic = new LocalCaches(() -> List.of(new ConcurrentMapCacheManager()));
		assertThat(dynamic.knows("tickets")).isFalse();
		assertThat(this.caches.knows("tickets")).isTrue();
		assertThat(this.caches.obtains("unknown")).isFalse();
	}

	@Test
	void obtainsACacheThatIsMadeOnDemand() {
		ConcurrentMapCacheManager manager = new ConcurrentMapCacheManager();
		LocalCaches dynamic = new LocalCaches(() -> List.of(manager));
		assertThat(dynamic.obtains("tickets")).isTrue();
		assertThat(dynamic.knows("tickets")).isTrue();
	}

	@Test
	void knowsACacheThatItsManagerDoesNotListOnceItWasObtained() {
		Cache tickets = new ConcurrentMapCache("tickets");
		LocalCaches unlisted = new LocalCaches(() -> List.of(new ConcurrentMapCacheManager() {

			@Override
			public @Nullable Cache getCache(String name) {
				return name.equals("tickets") ? tickets : null;
			}

			@Override
			public Collection<String> getCacheNames() {
				return List.of();
			}

		}));
		assertThat(unlisted.knows("tickets")).isFalse();
		unlisted.evict(List.of(Event.all("tickets")));
		assertThat(unlisted.knows("tickets")).isTrue();
		assertThat(unlisted.knows("other")).isFalse();
	}

	@Test
	void unknownCacheIsNoError() {
		this.caches.evict(List.of(Event.all("unknown")));
		new LocalCaches(List::of).evict(List.of(Event.all("tickets")));
	}

	@Test
	void onlyGuardedCachesAreManaged() {
		CacheManager mixed = manager(guarded("tickets"), new ConcurrentMapCache("plain"));
		LocalCaches caches = new LocalCaches(() -> List.of(mixed));
		assertThat(caches.isManaged("tickets")).isTrue();
		assertThat(caches.isManaged("plain")).isFalse();
		assertThat(caches.isManaged("unknown")).isFalse();
		assertThat(new LocalCaches(() -> List.of(mixed, this.first)).isManaged("tickets")).isFalse();
	}

	@Test
	void cacheThatFailsDoesNotKeepOthersFromBeingEvicted() {
		Cache failing = this.guard.guard(new ConcurrentMapCache("failing") {
			@Override
			public void evict(Object key) {
				throw new IllegalStateException("broken");
			}
		}, null, null);
		Cache tickets = guarded("tickets");
		failing.put(1, "one");
		tickets.put(1, "one");
		LocalCaches caches = new LocalCaches(() -> List.of(manager(failing, tickets)));
		assertThatIllegalStateException()
			.isThrownBy(
					() -> caches.evict(List.of(Event.keys("failing", List.of(1)), Event.keys("tickets", List.of(1)))))
			.withMessage("broken");
		assertThat(failing.get(1)).isNull();
		assertThat(tickets.get(1)).isNull();
	}

	@Test
	void cacheManagerThatFailsDoesNotKeepOthersFromBeingEvicted() {
		Cache tickets = guarded("tickets");
		tickets.put(1, "one");
		CacheManager failing = new NoOpCacheManager() {
			@Override
			public Collection<String> getCacheNames() {
				throw new IllegalStateException("the server is away");
			}
		};
		LocalCaches caches = new LocalCaches(() -> List.of(failing, manager(tickets)));
		assertThat(caches.isManaged("tickets")).isTrue();
		assertThat(caches.knows("tickets")).isTrue();
		List<Event> change = List.of(Event.keys("tickets", List.of(1)));
		caches.withhold(change);
		assertThat(tickets.get(1)).isNull();
		caches.release(change);
		assertThat(tickets.get(1)).isNotNull();
		assertThatIllegalStateException().isThrownBy(() -> caches.evict(change)).withMessage("the server is away");
		assertThat(tickets.get(1)).isNull();
	}

	/**
	 * The load begins after the first cache has forgotten and reads the copy of the
	 * second before that is removed.
	 */
	@Test
	void loadFromACacheThatHasItsTurnLaterIsNotKept() {
		AtomicReference<Runnable> meanwhile = new AtomicReference<>();
		Cache parts = guarded("parts");
		Cache lists = this.guard.guard(new ConcurrentMapCache("lists") {
			@Override
			public void evict(Object key) {
				super.evict(key);
				meanwhile.get().run();
			}
		}, null, null);
		parts.put(1, "old");
		lists.put(1, "of old");
		LocalCaches caches = new LocalCaches(() -> List.of(manager(lists, parts)));
		AtomicReference<Object> read = new AtomicReference<>();
		meanwhile.set(() -> {
			// Kept by the guard only if nothing is evicted after the read.
			lists.get(2, () -> "of what is there");
			read.set(parts.get(1));
		});
		caches.evict(List.of(Event.keys("lists", List.of(1, 2)), Event.keys("parts", List.of(1))));
		assertThat(read.get()).isNull();
		assertThat(lists.get(2)).isNull();
		assertThat(lists.get(1)).isNull();
	}

	@Test
	void withheldKeyIsNeitherServedNorKeptUntilAllHaveReleasedIt() {
		Cache tickets = guarded("tickets");
		LocalCaches caches = new LocalCaches(() -> List.of(manager(tickets)));
		List<Event> events = List.of(Event.keys("tickets", Arrays.asList(1, null)));
		tickets.put(1, "one");
		tickets.put(2, "two");
		caches.withhold(events);
		caches.withhold(events);
		assertThat(tickets.get(2)).isNotNull();
		assertThat(tickets.get(1)).isNull();
		assertThat(tickets.get(1, () -> "loaded")).isEqualTo("loaded");
		caches.release(events);
		assertThat(tickets.get(1)).isNull();
		caches.release(events);
		assertThat(tickets.get(1, String.class)).isEqualTo("one");
		assertThat(this.guard.count(HitRefusal.WITHHELD)).isEqualTo(3);
		assertThat(this.guard.count(PutRefusal.WITHHELD)).isOne();
	}

	@Test
	void aGroupExpressionWhoseMethodFailsGivesNoGroup() {
		Cache tickets = this.guard.guard(new ConcurrentMapCache("items"), new GroupExpression("#value.get(0)"), null);
		tickets.put(1, List.of());
		assertThat(tickets.get(1)).isNotNull();
	}

	@Test
	void withheldGroupWithholdsEntriesWithoutAGroupToo() {
		Cache tickets = this.guard.guard(new ConcurrentMapCache("tickets"), new GroupExpression("#value.length()"),
				null);
		LocalCaches caches = new LocalCaches(() -> List.of(manager(tickets)));
		tickets.put(1, "a");
		tickets.put(2, "bb");
		tickets.put(3, null);
		List<Event> events = List.of(Event.groups("tickets", List.of(1)));
		caches.withhold(events);
		assertThat(tickets.get(1)).isNull();
		assertThat(tickets.get(2)).isNotNull();
		assertThat(tickets.get(3)).isNull();
		caches.release(events);
		assertThat(tickets.get(1)).isNotNull();
		caches.withhold(List.of(Event.all("tickets")));
		assertThat(tickets.get(2)).isNull();
		caches.release(List.of(Event.all("tickets")));
		caches.release(List.of(Event.all("tickets")));
		assertThat(tickets.get(2)).isNotNull();
	}

	@Test
	void loadInProgressIsNotSharedOnceItsKeyIsWithheld() {
		Cache tickets = guarded("tickets");
		LocalCaches caches = new LocalCaches(() -> List.of(manager(tickets)));
		CompletableFuture<String> old = new CompletableFuture<>();
		tickets.retrieve(1, () -> old);
		caches.withhold(List.of(Event.keys("tickets", List.of(1))));
		CompletableFuture<String> second = tickets.retrieve(1, () -> CompletableFuture.completedFuture("new"));
		assertThat(second).isCompletedWithValue("new");
	}

	private Cache guarded(String name) {
		return this.guard.guard(new ConcurrentMapCache(name), null, null);
	}

	private static CacheManager manager(Cache... caches) {
		SimpleCacheManager manager = new SimpleCacheManager();
		manager.setCaches(List.of(caches));
		manager.initializeCaches();
		return manager;
	}

	private static Cache cache(CacheManager manager, String name) {
		Cache cache = manager.getCache(name);
		assertThat(cache).isNotNull();
		return cache;
	}

}
