package io.perfstarter.coherence.autoconfigure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.Cacheable;

/**
 * A service with a cached read and a change, whose data all instances share.
 */
class Prices {

	private static final Map<Long, String> AMOUNTS = new ConcurrentHashMap<>();

	@Cacheable("prices")
	public String amount(long id) {
		return AMOUNTS.getOrDefault(id, "none");
	}

	@EvictTicketCache(cacheNames = "prices", key = "#id")
	public void change(long id, String amount) {
		AMOUNTS.put(id, amount);
	}

}
