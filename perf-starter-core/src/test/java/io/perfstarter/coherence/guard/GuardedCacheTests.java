package io.perfstarter.coherence.guard;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueWrapper;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.interceptor.SimpleKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link GuardedCache} on a real Ehcache.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class GuardedCacheTests {

	private final GuardedCacheManager cacheManager = new GuardedCacheManager(
			Map.of("plain", new CacheSettings(1000, Duration.ofMinutes(10), null), "grouped",
					new CacheSettings(1000, Duration.ofMinutes(10), new GroupExpression("#key.lot"))),
			TestGuard.alone());

	private final LocalCaches localCaches = new LocalCaches(() -> List.of(this.cacheManager));

	private final Cache plain = cache("plain");

	private final Cache grouped = cache("grouped");

	private final ExecutorService executor = Executors.newCachedThreadPool();

	private final CountDownLatch finish = new CountDownLatch(1);

	@AfterEach
	void close() {
		this.executor.shutdownNow();
	}

	@Test
	void takesCompositeKeysAndRecordsByTheirEquality() {
		this.plain.put(new SimpleKey(1L, "a"), "composite");
		this.plain.put(new Search(1L, 2), "record");
		assertThat(this.plain.get(new SimpleKey(1L, "a"), String.class)).isEqualTo("composite");
		assertThat(this.plain.get(new Search(1L, 2), String.class)).isEqualTo("record");
		assertThat(this.plain.get(1L)).isNull();
	}

	@Test
	void putIfAbsentReplacesOnlyWhatIsStale() {
		assertThat(this.grouped.putIfAbsent(new Search(1L, 0), "first")).isNull();
		ValueWrapper present = this.grouped.putIfAbsent(new Search(1L, 0), "second");
		assertThat(present.get()).isEqualTo("first");
		this.localCaches.evict(List.of(Event.groups("grouped", List.of(1L))));
		assertThat(this.grouped.putIfAbsent(new Search(1L, 0), "third")).isNull();
		assertThat(this.grouped.get(new Search(1L, 0), String.class)).isEqualTo("third");
	}

	@Test
	void evictsTheEntriesOfAGroupAndThoseWithoutOne() {
		this.grouped.put(new Search(1L, 0), "lot 1, page 0");
		this.grouped.put(new Search(1L, 1), "lot 1, page 1");
		this.grouped.put(new Search(2L, 0), "lot 2");
		this.grouped.put(new Search(null, 0), "all lots");
		this.localCaches.evict(List.of(Event.groups("grouped", List.of(1L))));
		assertThat(this.grouped.get(new Search(1L, 0))).isNull();
		assertThat(this.grouped.get(new Search(1L, 1))).isNull();
		assertThat(this.grouped.get(new Search(null, 0))).isNull();
		assertThat(this.grouped.get(new Search(2L, 0), String.class)).isEqualTo("lot 2");
	}

	@Test
	void entryWhoseGroupCannotBeEvaluatedHasNone() {
		this.grouped.put("no lot here", "value");
		assertThat(this.grouped.get("no lot here", String.class)).isEqualTo("value");
		this.localCaches.evict(List.of(Event.groups("grouped", List.of(99L))));
		assertThat(this.grouped.get("no lot here")).isNull();
	}

	@Test
	void hitThatTheGuardRefusesCountsAsMiss() {
		this.grouped.put(new Search(1L, 0), "value");
		this.grouped.get(new Search(1L, 0));
		this.localCaches.evict(List.of(Event.groups("grouped", List.of(1L))));
		this.grouped.get(new Search(1L, 0));
		assertThat(this.cacheManager.counts("grouped")).isEqualTo(new CacheCounts(1, 1, 1, 0, 1));
	}

	@Test
	void countsEntriesThatMadeRoomForOthers() {
		for (int i = 0; i < 1500; i++) {
			this.plain.put(i, i);
		}
		CacheCounts counts = this.cacheManager.counts("plain");
		assertThat(counts.size()).isLessThanOrEqualTo(1000);
		assertThat(counts.evictions()).isGreaterThanOrEqualTo(500);
		assertThat(counts.puts()).isEqualTo(1500);
	}

	@Test
	void entriesThatAreEvictedExplicitlyMakeNoRoom() {
		for (int i = 0; i < 10; i++) {
			this.plain.get("key", () -> "value");
			this.plain.evict("key");
			this.plain.get("other", () -> "value");
			this.plain.clear();
		}
		CacheCounts counts = this.cacheManager.counts("plain");
		assertThat(counts.misses()).isEqualTo(20);
		assertThat(counts.evictions()).isZero();
	}

	@Test
	void doesNotLoadWhatWasLoadedSinceItMissed() {
		AtomicReference<Callable<?>> afterMiss = new AtomicReference<>();
		Cache cache = TestGuard.alone().guard(new ConcurrentMapCache("interrupted") {

			@Override
			protected Object lookup(Object key) {
				Object found = super.lookup(key);
				Callable<?> meanwhile = afterMiss.getAndSet(null);
				if (meanwhile != null) {
					assertThat(GuardedCacheTests.this.executor.submit(meanwhile))
						.succeedsWithin(Duration.ofSeconds(10));
				}
				return found;
			}

		}, null, null);
		afterMiss.set(() -> cache.get("key", () -> "first"));
		assertThat(cache.get("key", () -> "second")).isEqualTo("first");
	}

	@Test
	void evictionDoesNotWaitForALoadAndItsOldValueIsNotKept() throws Exception {
		Future<String> load = blockedLoad("old");
		this.plain.evict("key");
		assertThat(this.plain.get("key", () -> "new")).isEqualTo("new");
		this.finish.countDown();
		assertThat(load.get(60, TimeUnit.SECONDS)).isEqualTo("old");
		assertThat(this.plain.get("key", String.class)).isEqualTo("new");
	}

	@Test
	void evictionOfAnotherKeyLeavesALoadShared() throws Exception {
		Future<String> load = blockedLoad("first");
		this.plain.evict("other key");
		CompletableFuture<String> joined = this.plain.retrieve("key",
				() -> CompletableFuture.completedFuture("second"));
		this.finish.countDown();
		assertThat(load.get(60, TimeUnit.SECONDS)).isEqualTo("first");
		assertThat(joined.get(60, TimeUnit.SECONDS)).isEqualTo("first");
	}

	@Test
	void clearDuringALoadRefusesItsValue() throws Exception {
		Future<String> load = blockedLoad("old");
		this.plain.clear();
		this.finish.countDown();
		load.get(60, TimeUnit.SECONDS);
		assertThat(this.plain.get("key")).isNull();
	}

	@Test
	void loadMayAskForItsOwnKey() {
		assertThat(this.plain.get("key", () -> "outer of " + this.plain.get("key", () -> "inner")))
			.isEqualTo("outer of inner");
	}

	@Test
	void errorOfALoadReachesTheCallerAsItIs() {
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> this.plain.get("key", () -> {
			throw new StackOverflowError();
		}));
	}

	@Test
	void retrievesOnceForAllWhoWait() throws Exception {
		CompletableFuture<String> loading = new CompletableFuture<>();
		AtomicInteger loads = new AtomicInteger();
		CompletableFuture<String> first = this.plain.retrieve("key", () -> {
			loads.incrementAndGet();
			return loading;
		});
		CompletableFuture<String> second = this.executor.submit(() -> this.plain.retrieve("key", () -> {
			loads.incrementAndGet();
			return CompletableFuture.completedFuture("other");
		})).get(60, TimeUnit.SECONDS);
		second.cancel(true);
		loading.complete("value");
		assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo("value");
		assertThat(loads).hasValue(1);
	}

	@Test
	void isCachedAfterARetrievalHasFailed() {
		CompletableFuture<String> loading = new CompletableFuture<>();
		CompletableFuture<String> failed = this.plain.retrieve("key", () -> loading);
		this.executor.submit(() -> loading.completeExceptionally(new IOException("no database")));
		assertThat(failed).failsWithin(Duration.ofSeconds(10));
		assertThat(this.plain.retrieve("key", () -> CompletableFuture.completedFuture("value")))
			.isCompletedWithValue("value");
		assertThat(this.plain.get("key", String.class)).isEqualTo("value");
	}

	@Test
	void storeThatAllowsNoNullRefusesThatOfAFuture() {
		Cache cache = TestGuard.alone().guard(new ConcurrentMapCache("strict", false), null, null);
		assertThat(cache.retrieve("key", () -> CompletableFuture.completedFuture(null))).isCompletedExceptionally();
	}

	@ParameterizedTest
	@ValueSource(strings = { "ehcache", "caffeine", "map" })
	void putIfAbsentHasOneWinner(String kind) throws Exception {
		try (TestStores stores = new TestStores()) {
			GuardedCache cache = (GuardedCache) TestGuard.alone().guard(stores.create(kind, "contended"), null, null);
			for (int round = 0; round < 500; round++) {
				int key = round;
				cache.put(key, "stale");
				cache.entries().bump(Event.all("contended"));
				CyclicBarrier start = new CyclicBarrier(3);
				List<Future<Boolean>> callers = new ArrayList<>();
				for (int caller = 0; caller < 3; caller++) {
					Integer mine = caller;
					callers.add(this.executor.submit(() -> {
						start.await(60, TimeUnit.SECONDS);
						ValueWrapper present = cache.putIfAbsent(key, mine);
						assertThat(cache.get(key, Integer.class)).isEqualTo((present != null) ? present.get() : mine);
						return present == null;
					}));
				}
				int winners = 0;
				for (Future<Boolean> caller : callers) {
					winners += caller.get(60, TimeUnit.SECONDS) ? 1 : 0;
				}
				assertThat(winners).isOne();
			}
		}
	}

	@Test
	void storeThatKeepsNothingIsToldOf(CapturedOutput output) {
		Cache kept = TestGuard.alone().guard(new ConcurrentMapCache("kept"), null, null);
		Cache lost = TestGuard.alone()
			.guard(new CaffeineCache("lost", Caffeine.newBuilder().expireAfterWrite(Duration.ZERO).build()), null,
					null);
		for (int key = 0; key < 300; key++) {
			Integer value = key;
			assertThat(kept.get(key, () -> value)).isEqualTo(value);
			assertThat(lost.get(key, () -> value)).isEqualTo(value);
		}
		assertThat(output).containsOnlyOnce("keeps nothing")
			.contains("The cache 'lost' keeps nothing: after 120 puts there was no hit, and its store (com.github.");
	}

	@Test
	void entriesExpire() {
		GuardedCacheManager shortLived = new GuardedCacheManager(
				Map.of("short", new CacheSettings(10, Duration.ofMillis(1), null)), TestGuard.alone());
		Cache cache = shortLived.getCache("short");
		cache.put("key", "value");
		await("expiry").untilAsserted(() -> assertThat(cache.get("key")).isNull());
		assertThat(shortLived.counts("short").evictions()).isZero();
	}

	/**
	 * A load of "key" that has begun and waits for {@link #finish}.
	 */
	private Future<String> blockedLoad(String value) throws InterruptedException {
		CountDownLatch loading = new CountDownLatch(1);
		Future<String> load = this.executor.submit(() -> this.plain.get("key", () -> {
			loading.countDown();
			this.finish.await();
			return value;
		}));
		assertThat(loading.await(60, TimeUnit.SECONDS)).isTrue();
		return load;
	}

	private Cache cache(String name) {
		Cache cache = this.cacheManager.getCache(name);
		assertThat(cache).isNotNull();
		return cache;
	}

	/**
	 * A key with freely combined parameters.
	 *
	 * @param lot the parking lot, or {@code null} for all
	 * @param page the page
	 */
	record Search(@Nullable Long lot, int page) {

	}

}
