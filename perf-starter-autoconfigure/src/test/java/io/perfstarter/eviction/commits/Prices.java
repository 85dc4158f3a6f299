package io.perfstarter.eviction.commits;

import java.util.concurrent.CompletionStage;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * A cached read, and annotated methods that end as their caller wants it.
 */
class Prices {

	private final JdbcTemplate jdbc;

	Prices(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	@Cacheable("prices")
	public String price(long id) {
		return this.jdbc.queryForObject("select amount from price where id = ?", String.class, id);
	}

	@EvictTicketCache(cacheNames = "prices", key = "#id")
	public Object alone(long id, Body body) throws Exception {
		return body.run();
	}

	@EvictTicketCache(cacheNames = "prices", key = "#result")
	public Object aloneByResult(long id, Body body) throws Exception {
		return body.run();
	}

	@Transactional
	@EvictTicketCache(cacheNames = "prices", key = "#id")
	public Object inTransaction(long id, Body body) throws Exception {
		return body.run();
	}

	@Transactional
	@EvictTicketCache(cacheNames = "prices", key = "#result")
	public Object inTransactionByResult(long id, Body body) throws Exception {
		return body.run();
	}

	@Transactional(noRollbackFor = IllegalStateException.class)
	@EvictTicketCache(cacheNames = "prices", key = "#id")
	public Object withoutRollback(long id, Body body) throws Exception {
		return body.run();
	}

	@Transactional(propagation = Propagation.NOT_SUPPORTED)
	@EvictTicketCache(cacheNames = "prices", key = "#id")
	public Object suspending(long id, Body body) throws Exception {
		return body.run();
	}

	@Transactional("otherManager")
	@EvictTicketCache(cacheNames = "prices", key = "#id")
	public Object byOtherManager(long id, Body body) throws Exception {
		return body.run();
	}

	@CacheEvict(cacheNames = "prices", key = "#id")
	public Object evicting(long id, Body body) throws Exception {
		return body.run();
	}

	@CachePut(cacheNames = "prices", key = "#id")
	public Object putting(long id, Body body) throws Exception {
		return body.run();
	}

	@Transactional
	@CacheEvict(cacheNames = "prices", key = "#id")
	public Object evictingInTransaction(long id, Body body) throws Exception {
		return body.run();
	}

	@Transactional
	@CachePut(cacheNames = "prices", key = "#id")
	public Object puttingInTransaction(long id, Body body) throws Exception {
		return body.run();
	}

	@CacheEvict(cacheNames = "prices", key = "#id")
	public CompletionStage<?> evictingStage(long id, Body body) throws Exception {
		return (CompletionStage<?>) body.run();
	}

	@EvictTicketCache(cacheNames = "prices", key = "#id")
	public CompletionStage<?> stage(long id, Body body) throws Exception {
		return (CompletionStage<?>) body.run();
	}

	@EvictTicketCache(cacheNames = "prices", key = "#result")
	public CompletionStage<?> stageByResult(long id, Body body) throws Exception {
		return (CompletionStage<?>) body.run();
	}

	@Transactional
	@EvictTicketCache(cacheNames = "prices", key = "#id")
	public CompletionStage<?> stageInTransaction(long id, Body body) throws Exception {
		return (CompletionStage<?>) body.run();
	}

}
