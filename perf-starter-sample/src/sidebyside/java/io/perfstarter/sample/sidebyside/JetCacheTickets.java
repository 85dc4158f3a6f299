package io.perfstarter.sample.sidebyside;

import com.alicp.jetcache.anno.CacheInvalidate;
import com.alicp.jetcache.anno.CacheType;
import com.alicp.jetcache.anno.Cached;

import org.springframework.transaction.annotation.Transactional;

/**
 * Caches with JetCache in two levels, whose local level other instances invalidate.
 */
class JetCacheTickets implements Tickets {

	private final TicketRows rows;

	JetCacheTickets(TicketRows rows) {
		this.rows = rows;
	}

	@Override
	@Cached(name = "tickets:", key = "#id", expire = 60, cacheType = CacheType.BOTH, syncLocal = true)
	public long version(long id) {
		return this.rows.read(id);
	}

	@Override
	@Transactional
	@CacheInvalidate(name = "tickets:", key = "#id")
	public long change(long id) {
		return this.rows.change(id);
	}

}
