package io.perfstarter.coherence.simulation;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.perfstarter.coherence.guard.CacheGuard;
import io.perfstarter.coherence.guard.GroupExpression;
import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.guard.TestGuard;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;

import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.support.SimpleCacheManager;

/**
 * The guarded caches of the product.
 */
final class GuardedCopies implements Copies {

	private static final GroupExpression GROUP = new GroupExpression("#key % 4 != 3 ? #key % 4 : null");

	private final SimpleCacheManager caches = new SimpleCacheManager();

	private final LocalCaches local;

	GuardedCopies(FreshnessWatermark watermark, LongSupplier clock) {
		CacheGuard guard = new CacheGuard(watermark, (loadedAt) -> loadedAt, clock, TestGuard.surroundings());
		this.caches.setCaches(SimulatedDatabase.CACHES.stream()
			.map((name) -> guard.guard(new ConcurrentMapCache(name), GROUP, null))
			.toList());
		this.caches.afterPropertiesSet();
		this.local = new LocalCaches(() -> List.of(this.caches));
	}

	@Override
	public CompletableFuture<Version> read(Row row, Supplier<CompletableFuture<Version>> load) {
		return Objects.requireNonNull(this.caches.getCache(row.cache())).retrieve(row.key(), load);
	}

	@Override
	public LocalCopies local() {
		return this.local;
	}

}
