package io.perfstarter.bench;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.perfstarter.coherence.cache.CacheGuard;
import io.perfstarter.coherence.cache.CacheSettings;
import io.perfstarter.coherence.cache.GroupExpression;
import io.perfstarter.coherence.cache.GuardedCacheManager;
import io.perfstarter.coherence.protocol.Certificate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import org.springframework.cache.Cache;

/**
 * What a hit costs, beside a hit of the Ehcache cache underneath; 1,000 evictions of
 * other keys and groups have gone before.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CacheHitBenchmark {

	private GuardedCacheManager cacheManager;

	private Cache guarded;

	private org.ehcache.Cache<Object, Object> plain;

	@Setup
	@SuppressWarnings("unchecked")
	public void fill() {
		this.cacheManager = new GuardedCacheManager(
				Map.of("tickets", new CacheSettings(10_000, Duration.ofHours(1), new GroupExpression("#key"))),
				new CacheGuard(new Certificate(Duration.ofSeconds(15), System::nanoTime), (loadedAt) -> loadedAt,
						System::nanoTime));
		this.guarded = Objects.requireNonNull(this.cacheManager.getCache("tickets"));
		this.plain = (org.ehcache.Cache<Object, Object>) this.guarded.getNativeCache();
		this.guarded.put(1L, "ticket");
		for (long other = 2; other <= 1000; other++) {
			this.guarded.evict(other);
		}
	}

	@TearDown
	public void close() {
		this.cacheManager.close();
	}

	@Benchmark
	public Object guardedHit() {
		return this.guarded.get(1L);
	}

	@Benchmark
	public Object plainHit() {
		return this.plain.get(1L);
	}

}
