package io.perfstarter.coherence.cache;

import java.util.Arrays;
import java.util.List;

import io.perfstarter.coherence.protocol.Event;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LocalCaches}.
 */
class LocalCachesTests {

	private final ConcurrentMapCacheManager first = new ConcurrentMapCacheManager("tickets", "shared");

	private final ConcurrentMapCacheManager second = new ConcurrentMapCacheManager("shared");

	private final LocalCaches caches = new LocalCaches(() -> List.of(this.first, this.second));

	@Test
	void evictsKeysAndSkipsNull() {
		cache(this.first, "tickets").put(1, "one");
		cache(this.first, "tickets").put(2, "two");
		this.caches.evict(Event.keys("tickets", Arrays.asList(1, null)));
		assertThat(cache(this.first, "tickets").get(1)).isNull();
		assertThat(cache(this.first, "tickets").get(2)).isNotNull();
	}

	@Test
	void evictsFromEveryManagerThatKnowsTheName() {
		cache(this.first, "shared").put(1, "one");
		cache(this.second, "shared").put(1, "one");
		this.caches.evict(Event.keys("shared", List.of(1)));
		assertThat(cache(this.first, "shared").get(1)).isNull();
		assertThat(cache(this.second, "shared").get(1)).isNull();
	}

	@Test
	void emptiesACacheThatKnowsNoGroups() {
		cache(this.first, "tickets").put(1, "one");
		this.caches.evict(Event.groups("tickets", List.of()));
		assertThat(cache(this.first, "tickets").get(1)).isNotNull();
		this.caches.evict(Event.groups("tickets", List.of(7L)));
		assertThat(cache(this.first, "tickets").get(1)).isNull();
	}

	@Test
	void evictsAll() {
		cache(this.first, "tickets").put(1, "one");
		this.caches.evict(Event.all("tickets"));
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
	void unknownCacheIsNoError() {
		this.caches.evict(Event.all("unknown"));
		new LocalCaches(List::of).evict(Event.all("tickets"));
	}

	private static Cache cache(CacheManager manager, String name) {
		Cache cache = manager.getCache(name);
		assertThat(cache).isNotNull();
		return cache;
	}

}
