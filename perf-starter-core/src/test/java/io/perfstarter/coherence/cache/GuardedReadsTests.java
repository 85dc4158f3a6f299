package io.perfstarter.coherence.cache;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.coherence.cache.CacheGuard.HitRefusal;
import io.perfstarter.coherence.cache.CacheGuard.PutRefusal;
import io.perfstarter.coherence.protocol.Certificate;
import io.perfstarter.coherence.protocol.CertificateControl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.cache.concurrent.ConcurrentMapCache;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how old a {@link GuardedCache} takes a value to be.
 */
class GuardedReadsTests {

	private static final long MAX_STALENESS = Duration.ofSeconds(15).toNanos();

	private final AtomicLong clock = new AtomicLong();

	private final Certificate certificate = new Certificate(Duration.ofNanos(MAX_STALENESS), this.clock::get);

	private PutGate gate = (loadedAt) -> loadedAt;

	private final CacheGuard guard = new CacheGuard(this.certificate, (loadedAt) -> this.gate.knownAt(loadedAt),
			this.clock::get);

	private final Cache cache = this.guard.guard(new ConcurrentMapCache("cache"), null);

	private final Cache other = this.guard.guard(new ConcurrentMapCache("other"), null);

	@Test
	void putThatFollowsAMissIsNotKeptWhenTheKeyWasEvictedSince() {
		assertThat(this.cache.get("key")).isNull();
		this.cache.evict("key");
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
	void nullThatWasReadBeforeAnEvictionIsNotKept() {
		this.cache.get("key");
		this.cache.evict("key");
		this.cache.put("key", null);
		assertThat(this.cache.get("key")).isNull();
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
		CertificateControl.heardUpTo(this.certificate, 1);
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
		CertificateControl.heardUpTo(this.certificate, 0);
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
		CertificateControl.heardUpTo(this.certificate, 0);
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
	void forgottenMissesMakeAPutWithoutAReadAnEviction() {
		this.cache.get("forgotten");
		for (int i = 0; i < OpenReads.REMEMBERED_MISSES; i++) {
			this.cache.get(i);
		}
		this.cache.evict("forgotten");
		this.cache.put("forgotten", "old");
		assertThat(this.cache.get("forgotten")).isNull();
		assertThat(this.guard.count(PutRefusal.UNKNOWN)).isOne();
		this.clock.addAndGet(Forgetting.LONGEST_READ + 1000);
		this.cache.put("later", "value");
		assertThat(this.cache.get("later")).isNotNull();
	}

	@Test
	void asyncMissesArePutByAnotherThread() throws Exception {
		assertThat(this.cache.retrieve("key")).isNull();
		assertThat(this.cache.retrieve("evicted")).isNull();
		this.cache.evict("evicted");
		CompletableFuture.runAsync(() -> {
			this.cache.put("key", "value");
			this.cache.put("evicted", "old");
		}).get(10, TimeUnit.SECONDS);
		assertThat(this.cache.get("key", String.class)).isEqualTo("value");
		assertThat(this.cache.get("evicted")).isNull();
	}

	@Test
	void ofTwoAsyncMissesTheOlderCounts() {
		this.cache.retrieve("key");
		this.cache.evict("key");
		this.cache.retrieve("key");
		this.cache.put("key", "of either");
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void forgottenAsyncMissesMakeAPutWithoutAReadAnEviction() {
		this.cache.retrieve("forgotten");
		for (int i = 0; i < AsyncMisses.REMEMBERED_KEYS; i++) {
			this.cache.retrieve(i);
		}
		this.cache.evict("forgotten");
		this.cache.put("forgotten", "old");
		assertThat(this.cache.get("forgotten")).isNull();
		assertThat(this.guard.count(PutRefusal.UNKNOWN)).isOne();
	}

	@Test
	void asyncLoadThatWasEvictedMeanwhileIsNotKept() throws Exception {
		CompletableFuture<String> loading = new CompletableFuture<>();
		CompletableFuture<String> loaded = this.cache.retrieve("key", () -> loading);
		this.cache.evict("key");
		loading.complete("old");
		assertThat(loaded.get(10, TimeUnit.SECONDS)).isEqualTo("old");
		assertThat(this.cache.get("key")).isNull();
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
		CertificateControl.bypass(this.certificate);
		assertThat(this.cache.get("before")).isNull();
		this.cache.get("key", () -> "value");
		CertificateControl.heardUpTo(this.certificate, this.clock.get());
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("before")).isNotNull();
		assertThat(this.guard.count(PutRefusal.BYPASS)).isOne();
		assertThat(this.guard.count(HitRefusal.CERTIFICATE)).isOne();
	}

	@Test
	void expiredCertificateServesYoungCopiesOnly() {
		CertificateControl.heardUpTo(this.certificate, 0);
		this.clock.set(MAX_STALENESS * 2);
		this.cache.put("key", "value");
		assertThat(this.cache.get("key")).isNotNull();
		this.clock.addAndGet(MAX_STALENESS + 100);
		assertThat(this.cache.get("key")).isNull();
	}

}
