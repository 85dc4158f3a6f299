package io.perfstarter.coherence.contract;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;

/**
 * Cached methods that return before they have a result. Each load yields a number that no
 * other load yields.
 */
@CacheConfig(cacheNames = CacheContract.CACHE)
class FutureReadings {

	private final AtomicInteger loads = new AtomicInteger();

	public int loads() {
		return this.loads.get();
	}

	@Cacheable
	public CompletableFuture<Integer> future(Object key) {
		return CompletableFuture.supplyAsync(this.loads::incrementAndGet);
	}

	@Cacheable(sync = true)
	public CompletableFuture<Integer> futureInSync(Object key) {
		return CompletableFuture.supplyAsync(this.loads::incrementAndGet);
	}

	@Cacheable
	public Mono<Integer> mono(Object key) {
		return Mono.fromCallable(this.loads::incrementAndGet);
	}

	@Cacheable(sync = true)
	public Mono<Integer> monoInSync(Object key) {
		return Mono.fromCallable(this.loads::incrementAndGet);
	}

	@Cacheable
	public Flux<Integer> flux(Object key) {
		return Flux.defer(() -> Flux.just(this.loads.incrementAndGet(), -1, -2));
	}

	@Cacheable(sync = true)
	public Flux<Integer> fluxInSync(Object key) {
		return Flux.defer(() -> Flux.just(this.loads.incrementAndGet(), -1, -2));
	}

	@Cacheable
	public CompletableFuture<Integer> futureOfNull(Object key) {
		this.loads.incrementAndGet();
		return CompletableFuture.completedFuture(null);
	}

	@Cacheable(sync = true)
	public CompletableFuture<Integer> futureOfNullInSync(Object key) {
		this.loads.incrementAndGet();
		return CompletableFuture.completedFuture(null);
	}

	@Cacheable
	public Mono<Integer> emptyMono(Object key) {
		return Mono.<Integer>empty().doOnSubscribe((subscription) -> this.loads.incrementAndGet());
	}

	@Cacheable
	public Flux<Integer> emptyFlux(Object key) {
		return Flux.<Integer>empty().doOnSubscribe((subscription) -> this.loads.incrementAndGet());
	}

	@Cacheable(unless = "#result > 10")
	public CompletableFuture<Integer> futureUnlessGreat(Object key, int value) {
		return CompletableFuture.completedFuture(value);
	}

	@Cacheable(key = "#p0", unless = "#result > 10")
	public Mono<Integer> monoUnlessGreat(Object key, int value) {
		return Mono.just(value);
	}

	@Cacheable(key = "#p0", unless = "#result[0] > 10")
	public Flux<Integer> fluxUnlessGreat(Object key, int value) {
		return Flux.just(value);
	}

	@Cacheable
	public CompletableFuture<Integer> failingFuture(Object key) {
		return CompletableFuture.supplyAsync(() -> {
			throw new UnsupportedOperationException("load " + this.loads.incrementAndGet());
		});
	}

	@Cacheable(sync = true)
	public CompletableFuture<Integer> failingFutureInSync(Object key) {
		this.loads.incrementAndGet();
		return CompletableFuture.failedFuture(new UnsupportedOperationException(key.toString()));
	}

	@Cacheable
	public Mono<Integer> failingMono(Object key) {
		return Mono.error(() -> new UnsupportedOperationException(key.toString()));
	}

	@Cacheable
	public Flux<Integer> failingFlux(Object key) {
		return Flux.error(() -> new UnsupportedOperationException(key.toString()));
	}

	@Cacheable(key = "#p0", sync = true)
	public CompletableFuture<Integer> pendingInSync(Object key, CompletableFuture<Integer> value) {
		this.loads.incrementAndGet();
		return value;
	}

	@CachePut(key = "#p0")
	public CompletableFuture<Integer> updateByFuture(Object key, CompletableFuture<Integer> value) {
		return value;
	}

	@CachePut(key = "#p0")
	public Mono<Integer> updateByMono(Object key, Mono<Integer> value) {
		return value;
	}

	@CachePut(key = "#p0")
	public Flux<Integer> updateByFlux(Object key, Flux<Integer> value) {
		return value;
	}

	@CacheEvict(key = "#p0", condition = "#result > 0")
	public CompletableFuture<Integer> evictByFuture(Object key, CompletableFuture<Integer> result) {
		return result;
	}

	@CacheEvict(allEntries = true, condition = "#result > 0")
	public CompletableFuture<Integer> evictAllByFuture(CompletableFuture<Integer> result) {
		return result;
	}

	@CacheEvict(key = "#p0", condition = "#result > 0")
	public Mono<Integer> evictByMono(Object key, Mono<Integer> result) {
		return result;
	}

	@CacheEvict(key = "#p0")
	public Flux<Integer> evictByFlux(Object key, Flux<Integer> result) {
		return result;
	}

}
