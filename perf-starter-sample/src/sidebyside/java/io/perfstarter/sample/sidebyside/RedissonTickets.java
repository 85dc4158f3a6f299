package io.perfstarter.sample.sidebyside;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.redisson.api.RLocalCachedMap;
import org.redisson.client.RedisException;

import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Caches in a map of Redisson, and removes from it after the commit.
 *
 * <p>
 * A hash in Redis has one expiry for all of its fields. Where Redis does not answer, the
 * value comes from the database.
 */
class RedissonTickets implements Tickets {

	private static final Duration TIME_TO_LIVE = Duration.ofSeconds(60);

	private static final Log log = LogFactory.getLog(RedissonTickets.class);

	private final TicketRows rows;

	private final RLocalCachedMap<Long, Long> cache;

	RedissonTickets(TicketRows rows, RLocalCachedMap<Long, Long> cache) {
		this.rows = rows;
		this.cache = cache;
	}

	@Override
	public long version(long id) {
		try {
			Long cached = this.cache.get(id);
			if (cached != null) {
				return cached;
			}
		}
		catch (RedisException ex) {
			log.warn("get failed: " + ex.getMessage());
			return this.rows.read(id);
		}
		long version = this.rows.read(id);
		attempt("put", () -> {
			this.cache.fastPut(id, version);
			this.cache.expireIfNotSet(TIME_TO_LIVE);
		});
		return version;
	}

	@Override
	@Transactional
	public long change(long id) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCommit() {
				attempt("remove", () -> RedissonTickets.this.cache.fastRemove(id));
			}

		});
		return this.rows.change(id);
	}

	private static void attempt(String what, Runnable command) {
		try {
			command.run();
		}
		catch (RedisException ex) {
			log.warn(what + " failed: " + ex.getMessage());
		}
	}

}
