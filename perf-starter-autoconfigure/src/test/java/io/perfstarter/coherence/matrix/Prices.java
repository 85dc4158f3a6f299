package io.perfstarter.coherence.matrix;

import java.util.concurrent.CompletableFuture;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Transactional;

/**
 * A cached read, and methods that change a price in the way that their caller wants.
 */
class Prices {

	static final String CACHE = "prices";

	private final JdbcTemplate jdbc;

	Prices(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	@Cacheable(CACHE)
	public String price(long id) {
		return this.jdbc.queryForObject("select amount from price where id = ?", String.class, id);
	}

	@EvictTicketCache(cacheNames = CACHE, key = "#id")
	public String evictTicket(long id, Body<String> body) throws Exception {
		return body.run();
	}

	@Transactional
	@EvictTicketCache(cacheNames = CACHE, key = "#id")
	public String evictTicketInTransaction(long id, Body<String> body) throws Exception {
		return body.run();
	}

	@EvictTicketCache(cacheNames = CACHE, key = "#id")
	public CompletableFuture<String> evictTicketByFuture(long id, Body<CompletableFuture<String>> body)
			throws Exception {
		return body.run();
	}

	@Async
	@EvictTicketCache(cacheNames = CACHE, key = "#id")
	public CompletableFuture<String> evictTicketAsync(long id, Body<String> body) throws Exception {
		return CompletableFuture.completedFuture(body.run());
	}

	@CacheEvict(cacheNames = CACHE, key = "#id")
	public String evict(long id, Body<String> body) throws Exception {
		return body.run();
	}

	@Transactional
	@CacheEvict(cacheNames = CACHE, key = "#id")
	public String evictInTransaction(long id, Body<String> body) throws Exception {
		return body.run();
	}

	@CacheEvict(cacheNames = CACHE, key = "#id")
	public CompletableFuture<String> evictByFuture(long id, Body<CompletableFuture<String>> body) throws Exception {
		return body.run();
	}

	@Async
	@CacheEvict(cacheNames = CACHE, key = "#id")
	public CompletableFuture<String> evictAsync(long id, Body<String> body) throws Exception {
		return CompletableFuture.completedFuture(body.run());
	}

	@CachePut(cacheNames = CACHE, key = "#id")
	public String put(long id, Body<String> body) throws Exception {
		return body.run();
	}

	@Transactional
	@CachePut(cacheNames = CACHE, key = "#id")
	public String putInTransaction(long id, Body<String> body) throws Exception {
		return body.run();
	}

	@CachePut(cacheNames = CACHE, key = "#id")
	public CompletableFuture<String> putByFuture(long id, Body<CompletableFuture<String>> body) throws Exception {
		return body.run();
	}

	@Async
	@CachePut(cacheNames = CACHE, key = "#id")
	public CompletableFuture<String> putAsync(long id, Body<String> body) throws Exception {
		return CompletableFuture.completedFuture(body.run());
	}

	/**
	 * Without an annotation that is about the cache.
	 */
	@Async
	public CompletableFuture<String> async(Body<String> body) throws Exception {
		return CompletableFuture.completedFuture(body.run());
	}

}
