package io.perfstarter.coherence.matrix;

import java.util.concurrent.CompletableFuture;

import reactor.core.publisher.Mono;

import org.springframework.cache.annotation.Cacheable;

/**
 * Cached reads that go on as their caller wants it.
 */
class Loads {

	@Cacheable(cacheNames = Prices.CACHE, key = "#id")
	public String load(long id, Body<String> body) throws Exception {
		return body.run();
	}

	@Cacheable(cacheNames = Prices.CACHE, key = "#id", sync = true)
	public String loadInSync(long id, Body<String> body) throws Exception {
		return body.run();
	}

	@Cacheable(cacheNames = Prices.CACHE, key = "#id", unless = "true")
	public String loadAndKeepNothing(long id, Body<String> body) throws Exception {
		return body.run();
	}

	@Cacheable(cacheNames = Prices.CACHE, key = "#id", cacheResolver = "ofPrices")
	public String loadByResolver(long id, Body<String> body) throws Exception {
		return body.run();
	}

	@Cacheable(cacheNames = Prices.CACHE, key = "#id", cacheManager = "cacheManager")
	public String loadByManager(long id, Body<String> body) throws Exception {
		return body.run();
	}

	@Cacheable(cacheNames = Prices.CACHE, key = "#id")
	public CompletableFuture<String> loadByFuture(long id, CompletableFuture<String> value) {
		return value;
	}

	@Cacheable(cacheNames = Prices.CACHE, key = "#id", sync = true)
	public CompletableFuture<String> loadByFutureInSync(long id, CompletableFuture<String> value) {
		return value;
	}

	@Cacheable(cacheNames = Prices.CACHE, key = "#id")
	public Mono<String> loadByMono(long id, CompletableFuture<String> value) {
		return Mono.fromFuture(value);
	}

}
