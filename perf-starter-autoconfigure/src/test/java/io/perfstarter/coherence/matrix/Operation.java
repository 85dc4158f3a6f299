package io.perfstarter.coherence.matrix;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import org.springframework.cache.Cache;

/**
 * A way to say that a cached price has changed.
 */
enum Operation {

	EVICT_TICKET_CACHE("@EvictTicketCache", new Annotated() {
		@Override
		public String call(Prices prices, long id, Body<String> body) throws Exception {
			return prices.evictTicket(id, body);
		}

		@Override
		public String callInTransaction(Prices prices, long id, Body<String> body) throws Exception {
			return prices.evictTicketInTransaction(id, body);
		}

		@Override
		public CompletableFuture<String> callByFuture(Prices prices, long id, Body<CompletableFuture<String>> body)
				throws Exception {
			return prices.evictTicketByFuture(id, body);
		}

		@Override
		public CompletableFuture<String> callAsync(Prices prices, long id, Body<String> body) throws Exception {
			return prices.evictTicketAsync(id, body);
		}
	}),

	CACHE_EVICT("@CacheEvict", new Annotated() {
		@Override
		public String call(Prices prices, long id, Body<String> body) throws Exception {
			return prices.evict(id, body);
		}

		@Override
		public String callInTransaction(Prices prices, long id, Body<String> body) throws Exception {
			return prices.evictInTransaction(id, body);
		}

		@Override
		public CompletableFuture<String> callByFuture(Prices prices, long id, Body<CompletableFuture<String>> body)
				throws Exception {
			return prices.evictByFuture(id, body);
		}

		@Override
		public CompletableFuture<String> callAsync(Prices prices, long id, Body<String> body) throws Exception {
			return prices.evictAsync(id, body);
		}
	}),

	CACHE_PUT("@CachePut", new Annotated() {
		@Override
		public String call(Prices prices, long id, Body<String> body) throws Exception {
			return prices.put(id, body);
		}

		@Override
		public String callInTransaction(Prices prices, long id, Body<String> body) throws Exception {
			return prices.putInTransaction(id, body);
		}

		@Override
		public CompletableFuture<String> callByFuture(Prices prices, long id, Body<CompletableFuture<String>> body)
				throws Exception {
			return prices.putByFuture(id, body);
		}

		@Override
		public CompletableFuture<String> callAsync(Prices prices, long id, Body<String> body) throws Exception {
			return prices.putAsync(id, body);
		}
	}),

	EVICT("Cache.evict", Cache::evict),

	PUT("Cache.put", (cache, id) -> cache.put(id, Instance.NEW)),

	CLEAR("Cache.clear", (cache, id) -> cache.clear());

	private final String name;

	final Annotated annotated;

	final BiConsumer<Cache, Long> direct;

	Operation(String name, Annotated annotated) {
		this.name = name;
		this.annotated = annotated;
		this.direct = null;
	}

	Operation(String name, BiConsumer<Cache, Long> direct) {
		this.name = name;
		this.annotated = null;
		this.direct = direct;
	}

	@Override
	public String toString() {
		return this.name;
	}

	/**
	 * The methods that have the annotation.
	 */
	interface Annotated {

		String call(Prices prices, long id, Body<String> body) throws Exception;

		String callInTransaction(Prices prices, long id, Body<String> body) throws Exception;

		CompletableFuture<String> callByFuture(Prices prices, long id, Body<CompletableFuture<String>> body)
				throws Exception;

		CompletableFuture<String> callAsync(Prices prices, long id, Body<String> body) throws Exception;

	}

}
