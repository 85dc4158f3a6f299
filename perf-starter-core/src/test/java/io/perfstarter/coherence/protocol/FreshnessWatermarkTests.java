package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.coherence.protocol.CacheWatermark.Doubt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FreshnessWatermark}.
 */
class FreshnessWatermarkTests {

	private static final long BOUND = 15_000_000_000L;

	private static final long CENTURY = 36_525L * 86_400 * 1_000_000_000;

	private final AtomicLong clock = new AtomicLong();

	private final FreshnessWatermark watermark = new FreshnessWatermark(Duration.ofSeconds(15), this.clock::get);

	private final CacheWatermark cache = this.watermark.forCache("tickets");

	@Test
	void whoIsAloneServesEverything() {
		assertThat(this.cache.covers(0)).isTrue();
		this.clock.set(1_000 * BOUND);
		assertThat(this.cache.covers(0)).isTrue();
		assertThat(this.cache.covers(-CENTURY)).isTrue();
		assertThat(this.watermark.isBypass()).isFalse();
		assertThat(this.watermark.isExpired()).isFalse();
	}

	@Test
	void agesAreThoseOfTheInstanceAndOfCachesBehindIt() {
		this.watermark.forCache("zones");
		this.clock.set(100);
		this.watermark.heardUpTo(90, Map.of("tickets", 40L));
		assertThat(this.watermark.age()).isEqualTo(Duration.ofNanos(10));
		assertThat(this.watermark.agesBehind()).containsExactly(Map.entry("tickets", Duration.ofNanos(60)));
		this.watermark.awaitPeers();
		assertThat(this.watermark.age()).isNull();
		assertThat(this.watermark.agesBehind()).isEmpty();
	}

	@Test
	void bypassServesNothing() {
		this.watermark.bypass();
		assertThat(this.watermark.isBypass()).isTrue();
		assertThat(this.watermark.isExpired()).isFalse();
		assertThat(this.cache.covers(0)).isFalse();
		assertThat(this.cache.covers(CENTURY)).isFalse();
		this.watermark.heardUpTo(0);
		assertThat(this.watermark.isBypass()).isFalse();
		assertThat(this.cache.covers(0)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, -1, 123_456_789, -BOUND, -BOUND + 1, CENTURY, -CENTURY })
	void oldCopyIsServedWhileEverythingWasHeardWithinTheBound(long now) {
		this.watermark.heardUpTo(now);
		long old = now - 100 * BOUND;
		this.clock.set(now);
		assertThat(this.cache.covers(old)).isTrue();
		this.clock.set(now + BOUND);
		assertThat(this.cache.covers(old)).isTrue();
		assertThat(this.watermark.isExpired()).isFalse();
		this.clock.set(now + BOUND + 1);
		assertThat(this.cache.covers(old)).isFalse();
		assertThat(this.watermark.isExpired()).isTrue();
		this.watermark.heardUpTo(now + 1);
		assertThat(this.cache.covers(old)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, -1, 123_456_789, -BOUND, -BOUND + 1, CENTURY, -CENTURY })
	void youngCopyIsServedWhateverWasHeard(long now) {
		this.watermark.heardUpTo(FreshnessWatermark.NEVER);
		this.clock.set(now);
		assertThat(this.cache.covers(now)).isTrue();
		assertThat(this.cache.covers(now - BOUND)).isTrue();
		assertThat(this.cache.covers(now - BOUND - 1)).isFalse();
		assertThat(this.watermark.isExpired()).isTrue();
		assertThat(this.watermark.isBypass()).isFalse();
	}

	@Test
	void holdsAtTheFirstReadAfterAPause() {
		this.watermark.heardUpTo(0);
		assertThat(this.cache.covers(0)).isTrue();
		this.clock.addAndGet(2 * BOUND);
		assertThat(this.cache.covers(0)).isFalse();
		assertThat(this.cache.covers(BOUND)).isTrue();
	}

	@Test
	void alwaysAndNeverAreNoMoments() {
		this.watermark.heardUpTo(FreshnessWatermark.ALWAYS);
		assertThat(this.watermark.isExpired()).isFalse();
		assertThat(this.cache.covers(-CENTURY)).isTrue();
		this.watermark.heardUpTo(FreshnessWatermark.NEVER);
		assertThat(this.watermark.upTo()).isEqualTo(FreshnessWatermark.NEVER);
		assertThat(this.cache.covers(-CENTURY)).isFalse();
	}

	@Test
	void afterADoubtAboutACacheAnyEntryMayBeServedByItsAge() {
		this.watermark.doubted("tickets", 100);
		assertThat(this.watermark.isAnyServedByAge()).isTrue();
		assertThat(this.watermark.mayServeByAge(100)).isTrue();
		assertThat(this.watermark.mayServeByAge(101)).isFalse();
		this.clock.set(BOUND + 101);
		assertThat(this.watermark.isAnyServedByAge()).isFalse();
	}

	@Test
	void whoAwaitsPeersServesYoungCopiesOnly() {
		this.watermark.awaitPeers();
		assertThat(this.cache.covers(-BOUND)).isTrue();
		assertThat(this.cache.covers(-BOUND - 1)).isFalse();
		assertThat(this.watermark.isBypass()).isFalse();
	}

	@Test
	void whatWasLoadedBeforeSomethingWasMissedIsServedByItsAge() {
		this.watermark.missedUpTo(100);
		CacheWatermark later = this.watermark.forCache("later");
		assertThat(this.watermark.isAnyServedByAge()).isTrue();
		assertThat(this.watermark.mayServeByAge(100)).isTrue();
		assertThat(this.watermark.mayServeByAge(101)).isFalse();
		for (CacheWatermark cache : List.of(this.cache, later)) {
			this.clock.set(BOUND + 100);
			assertThat(cache.covers(100)).isTrue();
			this.clock.set(BOUND + 101);
			assertThat(cache.covers(100)).isFalse();
			assertThat(cache.covers(101)).isTrue();
			assertThat(cache.covers(100, CENTURY)).isFalse();
			assertThat(cache.covers(101, CENTURY)).isTrue();
		}
		assertThat(this.watermark.isAnyServedByAge()).isFalse();
		assertThat(this.watermark.isExpired()).isFalse();
		this.watermark.missedUpTo(50);
		assertThat(this.cache.covers(100)).isFalse();
		this.watermark.heardUpTo(this.clock.get());
		assertThat(this.cache.covers(100)).isFalse();
		assertThat(this.cache.covers(101)).isTrue();
	}

	@Test
	void whatWasLoadedBeforeADoubtAboutItsCacheIsServedByItsAge() {
		CacheWatermark zones = this.watermark.forCache("zones");
		this.watermark.doubted("tickets", 100);
		this.watermark.doubted("tickets", 50);
		this.watermark.doubted("unknown", 100);
		this.clock.set(BOUND + 100);
		assertThat(this.cache.covers(100)).isTrue();
		assertThat(this.cache.doubt(100)).isEqualTo(Doubt.UNSEEN_CHANGE);
		assertThat(this.cache.doubt(101)).isNull();
		this.clock.set(BOUND + 101);
		this.watermark.heardUpTo(this.clock.get());
		assertThat(this.cache.covers(100)).isFalse();
		assertThat(this.cache.covers(101)).isTrue();
		assertThat(zones.covers(100)).isTrue();
		this.watermark.doubted(PendingAges.EVERY_CACHE, 100);
		assertThat(zones.covers(100)).isFalse();
		assertThat(zones.covers(101)).isTrue();
	}

	@Test
	void aDoubtThatLastsCoversACacheThatIsCreatedMeanwhile() {
		this.watermark.doubted("zones", 100);
		CacheWatermark zones = this.watermark.forCache("zones");
		this.clock.set(BOUND + 101);
		this.watermark.heardUpTo(this.clock.get());
		assertThat(zones.covers(100)).isFalse();
		assertThat(zones.covers(101)).isTrue();
	}

	@Test
	void ownChangeHoldsBackTheCachesThatItNames() {
		PendingCommits commits = new PendingCommits(this.clock::get, this.watermark);
		CacheWatermark zones = this.watermark.forCache("zones");
		Runnable change = commits.begin(List.of("tickets"));
		this.clock.set(BOUND);
		assertThat(this.cache.covers(-CENTURY)).isTrue();
		assertThat(this.watermark.expiredCaches()).isZero();
		this.clock.set(BOUND + 1);
		assertThat(this.cache.covers(-CENTURY)).isFalse();
		assertThat(this.cache.covers(-CENTURY, BOUND + 1)).isFalse();
		assertThat(this.cache.covers(1)).isTrue();
		assertThat(zones.covers(-CENTURY)).isTrue();
		assertThat(this.watermark.isExpired()).isFalse();
		assertThat(this.watermark.expiredCaches()).isEqualTo(1);
		assertThat(this.watermark.behind()).containsExactly(Map.entry("tickets", 0L));
		change.run();
		assertThat(this.cache.covers(-CENTURY)).isTrue();
		assertThat(this.watermark.behind()).isEmpty();
	}

	@Test
	void earlierOfOwnAndForeignChangeCounts() {
		this.clock.set(50);
		PendingCommits commits = new PendingCommits(this.clock::get, this.watermark);
		Runnable change = commits.begin(List.of("tickets"));
		this.watermark.heardUpTo(100, Map.of("tickets", 40L, "zones", 60L));
		CacheWatermark zones = this.watermark.forCache("zones");
		assertThat(this.cache.upTo()).isEqualTo(40);
		assertThat(zones.upTo()).isEqualTo(60);
		this.watermark.heardUpTo(100, Map.of());
		assertThat(this.cache.upTo()).isEqualTo(50);
		assertThat(zones.upTo()).isEqualTo(100);
		change.run();
		assertThat(this.cache.upTo()).isEqualTo(100);
	}

	@Test
	void ownChangeDoesNotEndABypass() {
		this.watermark.bypass();
		Runnable change = new PendingCommits(this.clock::get, this.watermark).begin(List.of("tickets"));
		assertThat(this.cache.covers(CENTURY)).isFalse();
		change.run();
		assertThat(this.cache.covers(CENTURY)).isFalse();
		assertThat(this.watermark.isBypass()).isTrue();
	}

}
