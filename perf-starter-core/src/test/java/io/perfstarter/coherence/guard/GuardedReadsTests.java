package io.perfstarter.coherence.guard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.CacheGuard.HitRefusal;
import io.perfstarter.coherence.guard.CacheGuard.PutRefusal;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.FreshnessWatermarkControl;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import org.apache.shop.Shop;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.cache.concurrent.ConcurrentMapCache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for how old a {@link GuardedCache} takes a value to be.
 */
class GuardedReadsTests {

	private static final long MAX_STALENESS = Duration.ofSeconds(15).toNanos();

	private final AtomicLong clock = new AtomicLong();

	private final FreshnessWatermark watermark = new FreshnessWatermark(Duration.ofNanos(MAX_STALENESS),
			this.clock::get);

	private PutGate gate = (loadedAt) -> loadedAt;

	private final List<Event> changes = new ArrayList<>();

	private final List<String> doubts = new ArrayList<>();

	private boolean observed = true;

	private final TransactionAccount account = new TransactionAccount(() -> this.observed, this.clock::get, () -> null);

	private Runnable meanwhile = () -> {
	};

	private @Nullable RequestBegin request;

	private final CacheGuard guard = new CacheGuard(this.watermark, (loadedAt) -> this.gate.knownAt(loadedAt),
			this.clock::get, new CacheSurroundings(() -> new Changes(), this.account, () -> this.request, () -> null));

	private final Cache cache = this.guard.guard(new ConcurrentMapCache("cache"), null, null);

	private final Cache other = this.guard.guard(new ConcurrentMapCache("other"), null, null);

	private void execute(String sql) {
		this.account.executed(Shop.borrow(this.account, "pool"), new Execution(sql, Kind.ANY, true, 0), 0, null);
	}

	@Test
	void putThatFollowsAMissIsNotKeptWhenTheKeyWasEvictedSince() {
		assertThat(this.cache.get("key")).isNull();
		this.cache.evict("key");
		execute("select a from t");
		this.cache.put("key", "old");
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.guard.count(PutRefusal.EVICTED)).isOne();
	}

	@Test
	void putThatFollowsAMissIsKeptWhenAnotherKeyWasEvictedSince() {
		this.cache.get("key");
		this.cache.evict("other key");
		this.cache.put("key", "value");
		assertThat(this.cache.get("key", String.class)).isEqualTo("value");
	}

	@Test
	void evictionWithinTheLoadOfItsOwnKeyCounts() {
		assertThat(this.cache.get("key", () -> {
			this.cache.evict("key");
			return "old";
		})).isEqualTo("old");
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void missesOfSeveralCachesAreEachFollowedByTheirPut() {
		this.cache.get("key");
		this.other.get("key");
		this.other.evict("key");
		execute("select a from t");
		this.cache.put("key", "value");
		this.other.put("key", "old");
		assertThat(this.cache.get("key", String.class)).isEqualTo("value");
		assertThat(this.other.get("key")).isNull();
	}

	@Test
	void putWithoutAReadIsAChangeThatRefusesLoadsInProgress() {
		String loaded = this.cache.get("key", () -> {
			this.cache.put("key", "new");
			return "old";
		});
		assertThat(loaded).isEqualTo("old");
		assertThat(this.cache.get("key", String.class)).isEqualTo("new");
	}

	@Test
	void valueOfUnknownAgeIsServedByItsOwnAgeOnly() {
		this.cache.get("key", () -> ofUnknownAge("value"));
		this.other.get("key", () -> "value");
		this.clock.addAndGet(MAX_STALENESS);
		assertThat(this.cache.get("key", String.class)).isEqualTo("value");
		this.clock.addAndGet(100);
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.guard.count(HitRefusal.CERTIFICATE)).isOne();
		assertThat(this.other.get("key")).isNotNull();
	}

	@Test
	void valueMadeFromOneOfUnknownAgeIsServedByItsOwnAgeOnly() {
		this.other.get("part", () -> ofUnknownAge("part"));
		this.cache.get("whole", () -> this.other.get("part", String.class));
		this.cache.get("nested", () -> this.other.get("further part", () -> ofUnknownAge("part")));
		this.clock.addAndGet(MAX_STALENESS + 100);
		assertThat(this.cache.get("whole")).isNull();
		assertThat(this.cache.get("nested")).isNull();
	}

	@Test
	void valueOfUnknownAgeThatAnotherThreadReceivesCounts() {
		this.cache.get("key", () -> CompletableFuture.supplyAsync(() -> ofUnknownAge("value")).join());
		this.clock.addAndGet(MAX_STALENESS + 100);
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void valueOfUnknownAgeOfAnotherRequestDoesNotCount() {
		this.cache.get("key", () -> {
			CompletableFuture.runAsync(() -> {
				this.guard.requestBegins();
				ofUnknownAge("other");
				this.guard.requestEnds();
			}).join();
			return "value";
		});
		this.clock.addAndGet(MAX_STALENESS + 100);
		assertThat(this.cache.get("key")).isNotNull();
	}

	private String ofUnknownAge(String value) {
		this.guard.servedOfUnknownAge();
		return value;
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void valueMadeFromACopyIsAsOldAsTheCopy(boolean sync) {
		this.other.put("part", "copy");
		this.clock.addAndGet(MAX_STALENESS / 2);
		if (sync) {
			this.cache.get("whole", () -> "of " + this.other.get("part", String.class));
		}
		else {
			this.cache.get("whole");
			this.cache.put("whole", "of " + this.other.get("part", String.class));
		}
		FreshnessWatermarkControl.heardUpTo(this.watermark, 1);
		this.clock.addAndGet(MAX_STALENESS / 2);
		assertThat(this.cache.get("whole")).isNotNull();
		this.clock.addAndGet(100);
		assertThat(this.cache.get("whole")).isNull();
		assertThat(this.guard.count(HitRefusal.CERTIFICATE)).isOne();
	}

	@Test
	void copyServedInAnInnerLoadMakesTheOuterOneAsOld() {
		this.other.put("part", "copy");
		this.clock.addAndGet(MAX_STALENESS);
		this.cache.get("whole",
				() -> this.cache.get("half", () -> "of " + this.other.get("part", String.class)) + " and more");
		FreshnessWatermarkControl.heardUpTo(this.watermark, 0);
		this.clock.addAndGet(100);
		assertThat(this.cache.get("whole")).isNull();
		assertThat(this.cache.get("half")).isNull();
	}

	@Test
	void copyServedBeforeALoadDoesNotMakeItOlder() {
		this.other.put("part", "copy");
		this.other.get("part");
		this.clock.addAndGet(MAX_STALENESS);
		this.cache.get("whole", () -> "of nothing");
		FreshnessWatermarkControl.heardUpTo(this.watermark, 0);
		this.clock.addAndGet(100);
		assertThat(this.cache.get("whole")).isNotNull();
	}

	@Test
	void copyOfAKeyThatIsEvictedLaterDoesNotOutliveIt() {
		this.other.put("key", "old");
		this.cache.get("key", () -> {
			String copy = this.other.get("key", String.class);
			this.cache.evict("key");
			return copy;
		});
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void discardedMissMakesThePutAChange() {
		this.cache.get("discarded");
		for (int i = 0; i < ThreadReads.MISSES; i++) {
			this.cache.get(i);
		}
		evictByAnother("discarded");
		this.cache.put("discarded", "value");
		assertThat(this.changes).containsExactly(Event.keys("cache", List.of("discarded")));
		assertThat(this.cache.get("discarded")).isNull();
	}

	@Test
	void putAfterAMissAndAWriteIsAChange() {
		this.cache.get("key");
		execute("update t set a = 1");
		this.cache.put("key", "changed");
		assertThat(this.cache.get("key", String.class)).isEqualTo("changed");
		assertThat(this.changes).containsExactly(Event.keys("cache", List.of("key")));
	}

	@Test
	void putAfterAMissIsDoubtfulIfNoStatementHasReadItsValue() {
		this.cache.get("key");
		this.cache.put("key", "value");
		assertThat(this.cache.get("key", String.class)).isEqualTo("value");
		this.observed = false;
		this.cache.get("other");
		execute("select a from t");
		this.cache.put("other", "value");
		assertThat(this.doubts).containsExactly("cache", "cache");
		assertThat(this.changes).isEmpty();
	}

	@Test
	void aDoubtfulPutOvertakesALoadThatHasBegunBefore() {
		this.cache.get("key");
		this.cache.get("key", () -> {
			this.cache.put("key", "maybe new");
			return "old";
		});
		assertThat(this.cache.get("key", String.class)).isEqualTo("maybe new");
	}

	@Test
	void theFirstOfTwoMissesIsTheBeginOfALoad() {
		this.cache.get("key");
		evictByAnother("key");
		this.cache.get("key");
		execute("select a from t");
		this.cache.put("key", "loaded before the second miss");
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.changes).isEmpty();
	}

	@Test
	void aMissThatIsNotCurrentAnyMoreIsReplaced() {
		this.cache.get("key");
		this.clock.addAndGet(MAX_STALENESS + 100);
		this.cache.get("key");
		execute("select a from t");
		this.cache.put("key", "loaded");
		assertThat(this.cache.get("key", String.class)).isEqualTo("loaded");
		assertThat(this.changes).isEmpty();
	}

	@Test
	void missOfAnotherRequestIsNotFollowedByAPut() {
		this.request = this.guard.requestBegins();
		this.cache.get("key");
		this.request = this.guard.requestBegins();
		this.cache.put("key", "changed");
		assertThat(this.changes).hasSize(1);
	}

	@Test
	void missWithoutARequestIsFollowedByAChangeAfterMaxStaleness() {
		this.cache.get("key");
		this.cache.get("evicted");
		this.clock.addAndGet(MAX_STALENESS + 100);
		evictByAnother("evicted");
		this.cache.put("key", "changed");
		this.cache.put("evicted", "changed or loaded before the eviction");
		assertThat(this.changes).hasSize(2);
		// It may be as old as the miss.
		assertThat(this.cache.get("key", String.class)).isNull();
		assertThat(this.cache.get("evicted")).isNull();
	}

	@Test
	void changeWithoutARequestIsServedForMaxStaleness() {
		this.cache.put("key", "read at any time");
		this.clock.addAndGet(MAX_STALENESS - 100);
		assertThat(this.cache.get("key", String.class)).isEqualTo("read at any time");
		this.clock.addAndGet(200);
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void changeIsNotStoredIfOthersHaveEvictedTheKeySinceTheBeginOfTheRequest() {
		this.request = this.guard.requestBegins();
		evictByAnother("key");
		this.cache.put("key", "read before");
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.guard.count(PutRefusal.EVICTED)).isOne();
	}

	@Test
	void secondChangeInARequestIsStored() {
		this.request = this.guard.requestBegins();
		this.cache.put("key", "first");
		this.cache.put("key", "second");
		assertThat(this.cache.get("key", String.class)).isEqualTo("second");
	}

	@Test
	void reloadInARequestIsKept() {
		this.request = this.guard.requestBegins();
		this.meanwhile = () -> ((GuardedCache) this.cache).entries().bump(this.changes.get(this.changes.size() - 1));
		this.cache.put("old", "old");
		this.cache.get("missed before");
		this.cache.clear();
		execute("select a from t");
		this.cache.put("missed before", "old");
		for (int i = 0; i < ThreadReads.MISSES * 2; i++) {
			this.cache.put(i, "value");
		}
		this.cache.putIfAbsent("absent", "value");
		this.cache.get("loaded", () -> "value");
		CacheInvocation.change((GuardedCache) this.cache).put("changed", "value");
		for (Object key : List.of(0, ThreadReads.MISSES, "absent", "loaded", "changed")) {
			assertThat(this.cache.get(key)).as("%s", key).isNotNull();
		}
		assertThat(this.cache.get("old")).isNull();
		assertThat(this.cache.get("missed before")).isNull();
	}

	@Test
	void reloadInARequestIsNotKeptIfOthersClear() {
		this.request = this.guard.requestBegins();
		clearByAnother();
		this.cache.clear();
		this.cache.put("key", "read before");
		assertThat(this.cache.get("key")).isNull();
		this.request = this.guard.requestBegins();
		this.cache.clear();
		clearByAnother();
		this.cache.clear();
		this.cache.put("key", "read before");
		assertThat(this.cache.get("key")).isNull();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void clearThatTheThreadOfALoadCarriesOutMeanwhileCounts(boolean request) {
		this.request = request ? this.guard.requestBegins() : null;
		this.cache.clear();
		CompletableFuture<String> loading = new CompletableFuture<>();
		this.cache.retrieve("key", () -> loading);
		((GuardedCache) this.cache).entries().bump(Event.all("cache"));
		loading.complete("old");
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void ownClearOfAnEarlierRequestDoesNotCount() {
		this.request = this.guard.requestBegins();
		RequestBegin earlier = this.request;
		this.cache.clear();
		this.request = this.guard.requestBegins();
		this.cache.get("key");
		this.request = earlier;
		this.cache.put("key", "read before");
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void clearWithinTheLoadOfAnEntryCounts() {
		this.request = this.guard.requestBegins();
		this.cache.get("key", () -> {
			this.cache.clear();
			return "old";
		});
		this.other.put("part", "copy");
		this.cache.clear();
		this.cache.get("whole", () -> "of " + this.other.get("part", String.class));
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("whole")).isNull();
	}

	@Test
	void manyMissesOfARequestAreEachFollowedByTheirPut() {
		this.request = this.guard.requestBegins();
		for (int i = 0; i < 150; i++) {
			this.cache.get(i);
		}
		execute("select a from t");
		for (int i = 0; i < 150; i++) {
			this.cache.put(i, "loaded");
			assertThat(this.cache.get(i)).isNotNull();
		}
		assertThat(this.changes).isEmpty();
	}

	private void clearByAnother() {
		CompletableFuture.runAsync(() -> ((GuardedCache) this.cache).entries().bump(Event.all("cache"))).join();
	}

	@Test
	void changeIsOvertakenByAnEvictionWhileItIsPassedOn() {
		this.meanwhile = () -> evictByAnother("key");
		this.cache.put("key", "old");
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void changeThatEvictsItsOwnKeyWhenItIsPassedOnIsStored() {
		this.meanwhile = () -> ((GuardedCache) this.cache).entries().bump(Event.keys("cache", List.of("key")));
		this.cache.put("key", "new");
		assertThat(this.cache.get("key", String.class)).isEqualTo("new");
	}

	@Test
	void evictionsArePassedOnWithTheirScope() {
		this.cache.put("key", "value");
		this.changes.clear();
		assertThat(this.cache.evictIfPresent("key")).isTrue();
		assertThat(this.cache.evictIfPresent("key")).isFalse();
		this.cache.put("key", "value");
		assertThat(this.cache.invalidate()).isTrue();
		assertThat(this.cache.invalidate()).isFalse();
		assertThat(this.changes).containsExactly(Event.keys("cache", List.of("key")),
				Event.keys("cache", List.of("key")), Event.keys("cache", List.of("key")), Event.all("cache"),
				Event.all("cache"));
	}

	@Test
	void putOfAnInvocationBelongsToItsMissOnWhicheverThread() throws Exception {
		Cache invocation = CacheInvocation.load((GuardedCache) this.cache);
		Cache evicted = CacheInvocation.load((GuardedCache) this.cache);
		assertThat(invocation.retrieve("key")).isNull();
		assertThat(evicted.retrieve("evicted")).isNull();
		this.cache.evict("evicted");
		this.changes.clear();
		CompletableFuture.runAsync(() -> {
			invocation.put("key", "value");
			evicted.put("evicted", "old");
		}).get(60, TimeUnit.SECONDS);
		assertThat(this.cache.get("key", String.class)).isEqualTo("value");
		assertThat(this.cache.get("evicted")).isNull();
		assertThat(this.changes).isEmpty();
	}

	@Test
	void missThatNeverEndsDoesNotTakeALaterPut() {
		for (int i = 0; i < 100; i++) {
			CacheInvocation.load((GuardedCache) this.cache).get("key");
		}
		this.cache.put("key", "changed");
		assertThat(this.cache.get("key", String.class)).isEqualTo("changed");
		assertThat(this.changes).hasSize(1);
	}

	@Test
	void putOfALoadWithoutAMissIsNotKept() {
		CacheInvocation.load((GuardedCache) this.cache).put("key", "value");
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.guard.count(PutRefusal.UNKNOWN)).isOne();
	}

	@Test
	void changeOfAnInvocationIsOvertakenByAnEvictionSinceItsBegin() {
		Cache invocation = CacheInvocation.change((GuardedCache) this.cache);
		evictByAnother("key");
		invocation.put("key", "old");
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.changes).hasSize(1);
	}

	@Test
	void valueComposedOnAnotherThreadIsAsOldAsTheWatermarkAtItsBegin() throws Exception {
		FreshnessWatermarkControl.heardUpTo(this.watermark, this.clock.get());
		this.other.put("part", "copy");
		this.clock.addAndGet(MAX_STALENESS / 2);
		this.cache.get("whole", () -> CompletableFuture.supplyAsync(() -> this.other.get("part", String.class)).join());
		this.clock.addAndGet(MAX_STALENESS / 2);
		assertThat(this.cache.get("whole")).isNotNull();
		this.clock.addAndGet(100);
		assertThat(this.cache.get("whole")).isNull();
		assertThat(this.guard.count(HitRefusal.CERTIFICATE)).isOne();
	}

	@Test
	void withoutContactEntriesServedToHelpersCountForLoadsInProgress() {
		this.other.put("part", "copy");
		this.clock.addAndGet(MAX_STALENESS / 2);
		FreshnessWatermarkControl.heardUpTo(this.watermark, this.clock.get() - MAX_STALENESS * 2);
		this.cache.get("whole", () -> CompletableFuture.supplyAsync(() -> this.other.get("part", String.class)).join());
		this.cache.get("later", () -> "of nothing");
		this.clock.addAndGet(MAX_STALENESS / 2 + 100);
		assertThat(this.cache.get("whole")).isNull();
		assertThat(this.cache.get("later")).isNotNull();
	}

	@Test
	void entriesInDoubtThatAreServedToHelpersCountForLoadsInProgress() {
		this.other.put("part", "copy");
		FreshnessWatermarkControl.heardUpTo(this.watermark, this.clock.addAndGet(100));
		for (String cache : List.of(this.cache.getName(), this.other.getName())) {
			this.watermark.doubted(cache, this.clock.get());
		}
		FreshnessWatermarkControl.heardUpTo(this.watermark, this.clock.addAndGet(MAX_STALENESS / 2));
		this.cache.get("whole", () -> CompletableFuture.supplyAsync(() -> this.other.get("part", String.class)).join());
		this.cache.get("later", () -> "of nothing");
		FreshnessWatermarkControl.heardUpTo(this.watermark, this.clock.addAndGet(MAX_STALENESS / 2 + 100));
		assertThat(this.cache.get("whole")).isNull();
		assertThat(this.cache.get("later")).isNotNull();
	}

	@Test
	void withoutContactWhoJoinsALoadIsAsOldAsEntriesServedToItsHelpers() throws Exception {
		this.other.put("part", "copy");
		this.clock.addAndGet(MAX_STALENESS / 2);
		FreshnessWatermarkControl.heardUpTo(this.watermark, this.clock.get() - MAX_STALENESS * 2);
		Executor threads = (task) -> new Thread(task).start();
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		CompletableFuture<String> whole = CompletableFuture.supplyAsync(() -> this.cache.get("whole", () -> {
			String part = CompletableFuture.supplyAsync(() -> this.other.get("part", String.class), threads).get();
			begun.countDown();
			end.await();
			return part;
		}), threads);
		begun.await();
		Thread joining = new Thread(() -> this.other.get("page", () -> this.cache.get("whole", () -> "another load")));
		joining.start();
		await().until(() -> joining.getState() == Thread.State.WAITING);
		end.countDown();
		whole.get();
		joining.join();
		assertThat(this.other.get("page", String.class)).isEqualTo("copy");
		this.clock.addAndGet(MAX_STALENESS / 2 + 100);
		assertThat(this.cache.get("whole")).isNull();
		assertThat(this.other.get("page")).isNull();
	}

	@Test
	void withoutContactEntriesServedToOtherRequestsDoNotCount() {
		this.other.put("part", "copy");
		this.clock.addAndGet(MAX_STALENESS / 2);
		FreshnessWatermarkControl.heardUpTo(this.watermark, this.clock.get() - MAX_STALENESS * 2);
		this.cache.get("whole", () -> CompletableFuture.supplyAsync(() -> {
			this.guard.requestBegins();
			return this.other.get("part", String.class);
		}).join());
		this.clock.addAndGet(MAX_STALENESS / 2 + 100);
		assertThat(this.cache.get("whole")).isNotNull();
	}

	@Test
	void valueWhoseLoadOutlastsTheContactIsAsOldAsAnyEntryThatMayBeServed() {
		FreshnessWatermarkControl.heardUpTo(this.watermark, this.clock.get() - MAX_STALENESS * 2);
		this.cache.get("key", () -> {
			FreshnessWatermarkControl.heardUpTo(this.watermark, this.clock.get() - MAX_STALENESS + 50);
			return "value";
		});
		assertThat(this.cache.get("key")).isNotNull();
		this.clock.addAndGet(100);
		assertThat(this.cache.get("key")).isNull();
	}

	private void evictByAnother(Object key) {
		CompletableFuture.runAsync(() -> ((GuardedCache) this.cache).entries().bump(Event.keys("cache", List.of(key))))
			.join();
	}

	@Test
	void gateTellsHowOldAValueIs() {
		long horizon = this.guard.ticks().next();
		this.cache.evict("evicted since the horizon");
		this.gate = (loadedAt) -> horizon;
		this.cache.get("evicted since the horizon", () -> "of the replica");
		this.cache.get("key", () -> "of the replica");
		assertThat(this.cache.get("evicted since the horizon")).isNull();
		assertThat(this.cache.get("key")).isNotNull();
		assertThat(this.guard.count(PutRefusal.GATE)).isOne();
	}

	@Test
	void valueOfUnknownAgeIsNotKeptAndNeitherIsWhatIsMadeOfIt() {
		this.gate = (loadedAt) -> PutGate.NEVER;
		this.cache.get("outer", () -> {
			String inner = this.other.get("inner", () -> "of the replica");
			this.gate = (loadedAt) -> loadedAt;
			return inner;
		});
		assertThat(this.other.get("inner")).isNull();
		assertThat(this.cache.get("outer")).isNull();
		assertThat(this.guard.count(PutRefusal.GATE)).isEqualTo(2);
	}

	@Test
	void gateThatThrowsKeepsNothingAndHarmsNobody() {
		this.gate = (loadedAt) -> {
			throw new IllegalStateException("no position");
		};
		assertThat(this.cache.get("key", () -> "value")).isEqualTo("value");
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void bypassServesAndKeepsNothing() {
		this.cache.put("before", "value");
		FreshnessWatermarkControl.bypass(this.watermark);
		assertThat(this.cache.get("before")).isNull();
		this.cache.get("key", () -> "value");
		FreshnessWatermarkControl.heardUpTo(this.watermark, this.clock.get());
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("before")).isNotNull();
		assertThat(this.guard.count(PutRefusal.BYPASS)).isOne();
		assertThat(this.guard.count(HitRefusal.CERTIFICATE)).isOne();
	}

	/**
	 * Notes what the other instances would be told.
	 */
	private final class Changes implements CacheChanges {

		@Override
		public void evict(Event event) {
			GuardedReadsTests.this.changes.add(event);
			GuardedReadsTests.this.meanwhile.run();
		}

		@Override
		public void doubt(Event event) {
			GuardedReadsTests.this.doubts.add(event.cache());
		}

	}

}
