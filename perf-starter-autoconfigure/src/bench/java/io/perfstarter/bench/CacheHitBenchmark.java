package io.perfstarter.bench;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.CacheGuard;
import io.perfstarter.coherence.guard.CacheSettings;
import io.perfstarter.coherence.guard.CacheSurroundings;
import io.perfstarter.coherence.guard.GroupExpression;
import io.perfstarter.coherence.guard.GuardedCacheManager;
import io.perfstarter.coherence.guard.PlainCaches;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.WatermarkWithPeers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import org.springframework.cache.Cache;

/**
 * What a guarded hit costs, beside a hit of the same store through the same interface;
 * 1,000 evictions of other keys have gone before.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CacheHitBenchmark {

	private static final Duration MAX_STALENESS = Duration.ofSeconds(15);

	@Param({ "ehcache", "caffeine", "map" })
	public String store = "";

	private final PlainCaches caches = new PlainCaches();

	private Cache plain;

	private Cache alone;

	private Cache withPeers;

	@Setup
	public void fill() {
		this.plain = this.caches.create(this.store, "plain");
		this.plain.put(1L, "ticket");
		this.alone = guarded("alone", new FreshnessWatermark(MAX_STALENESS, System::nanoTime));
		this.withPeers = guarded("with peers", WatermarkWithPeers.watermark(PlainCaches.TIME_TO_LIVE));
	}

	private Cache guarded(String name, FreshnessWatermark watermark) {
		Cache guarded = create(name,
				new CacheGuard(watermark, (loadedAt) -> loadedAt, System::nanoTime, new CacheSurroundings(() -> null,
						new TransactionAccount(() -> true, System::nanoTime, () -> null), () -> null, () -> null)));
		// What is put outside of a request is served by its age only.
		guarded.get(1L, () -> "ticket");
		for (long other = 2; other <= 1000; other++) {
			guarded.evict(other);
		}
		return guarded;
	}

	private Cache create(String name, CacheGuard guard) {
		GroupExpression group = new GroupExpression("#key");
		if (!this.store.equals("ehcache")) {
			return guard.guard(this.caches.create(this.store, name), group, null);
		}
		GuardedCacheManager manager = new GuardedCacheManager(
				Map.of(name, new CacheSettings(10_000, PlainCaches.TIME_TO_LIVE, group)), guard);
		return manager.getCache(name);
	}

	@TearDown
	public void close() {
		this.caches.close();
	}

	@Benchmark
	public Object plainHit() {
		return this.plain.get(1L);
	}

	@Benchmark
	public Object guardedHitAlone() {
		return this.alone.get(1L);
	}

	@Benchmark
	public Object guardedHitWithPeers() {
		return this.withPeers.get(1L);
	}

}
