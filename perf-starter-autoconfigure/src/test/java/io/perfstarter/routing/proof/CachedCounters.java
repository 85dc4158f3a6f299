package io.perfstarter.routing.proof;

import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.transaction.annotation.Transactional;

/**
 * {@link Counters} whose reads are cached.
 */
class CachedCounters {

	private final Counters counters;

	private final AtomicLong loads = new AtomicLong();

	CachedCounters(Counters counters) {
		this.counters = counters;
	}

	@Cacheable("counters")
	public long read(long id) {
		this.loads.incrementAndGet();
		return this.counters.read(id);
	}

	public long loads() {
		return this.loads.get();
	}

	@Transactional
	@EvictTicketCache(cacheNames = "counters", key = "#id")
	public void write(long id, long value) {
		this.counters.write(id, value);
	}

}
