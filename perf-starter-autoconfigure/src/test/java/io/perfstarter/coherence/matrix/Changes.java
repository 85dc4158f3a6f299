package io.perfstarter.coherence.matrix;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Caching;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Methods that say in three ways that a price changes, with rules for their transactions.
 */
final class Changes {

	private Changes() {
	}

	/**
	 * The methods.
	 */
	interface Kind {

		String inTransaction(long id, Body<String> body) throws Exception;

		String withoutRollback(long id, Body<String> body) throws Exception;

		String withRollback(long id, Body<String> body) throws Exception;

		String inNewTransaction(long id, Body<String> body) throws Exception;

		String suspending(long id, Body<String> body) throws Exception;

		String nested(long id, Body<String> body) throws Exception;

		String byOtherManager(long id, Body<String> body) throws Exception;

		CompletableFuture<String> futureInTransaction(long id, Body<CompletableFuture<String>> body) throws Exception;

		CompletableFuture<String> future(long id, Body<CompletableFuture<String>> body) throws Exception;

		String alone(long id, Body<String> body) throws Exception;

	}

	/**
	 * Says it by {@code @EvictTicketCache}.
	 */
	static class Ticket implements Kind {

		@Override
		@Transactional
		@EvictTicketCache(cacheNames = Prices.CACHE, key = "#id")
		public String inTransaction(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(noRollbackFor = IllegalStateException.class)
		@EvictTicketCache(cacheNames = Prices.CACHE, key = "#id")
		public String withoutRollback(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(rollbackFor = IOException.class)
		@EvictTicketCache(cacheNames = Prices.CACHE, key = "#id")
		public String withRollback(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@EvictTicketCache(cacheNames = Prices.CACHE, key = "#id")
		public String inNewTransaction(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		@EvictTicketCache(cacheNames = Prices.CACHE, key = "#id")
		public String suspending(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(propagation = Propagation.NESTED)
		@EvictTicketCache(cacheNames = Prices.CACHE, key = "#id")
		public String nested(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional("otherManager")
		@EvictTicketCache(cacheNames = Prices.CACHE, key = "#id")
		public String byOtherManager(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional
		@EvictTicketCache(cacheNames = Prices.CACHE, key = "#id")
		public CompletableFuture<String> futureInTransaction(long id, Body<CompletableFuture<String>> body)
				throws Exception {
			return body.run();
		}

		@Override
		@EvictTicketCache(cacheNames = Prices.CACHE, key = "#id")
		public CompletableFuture<String> future(long id, Body<CompletableFuture<String>> body) throws Exception {
			return body.run();
		}

		@Override
		@EvictTicketCache(cacheNames = Prices.CACHE, key = "#id")
		public String alone(long id, Body<String> body) throws Exception {
			return body.run();
		}

	}

	/**
	 * Says it by {@code @CacheEvict}.
	 */
	static class Evict implements Kind {

		@Override
		@Transactional
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id")
		public String inTransaction(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(noRollbackFor = IllegalStateException.class)
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id")
		public String withoutRollback(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(rollbackFor = IOException.class)
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id")
		public String withRollback(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id")
		public String inNewTransaction(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id")
		public String suspending(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(propagation = Propagation.NESTED)
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id")
		public String nested(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional("otherManager")
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id")
		public String byOtherManager(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id")
		public CompletableFuture<String> futureInTransaction(long id, Body<CompletableFuture<String>> body)
				throws Exception {
			return body.run();
		}

		@Override
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id")
		public CompletableFuture<String> future(long id, Body<CompletableFuture<String>> body) throws Exception {
			return body.run();
		}

		@Override
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id")
		public String alone(long id, Body<String> body) throws Exception {
			return body.run();
		}

	}

	/**
	 * Says it by {@code @CachePut}.
	 */
	static class Put implements Kind {

		@Override
		@Transactional
		@CachePut(cacheNames = Prices.CACHE, key = "#id")
		public String inTransaction(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(noRollbackFor = IllegalStateException.class)
		@CachePut(cacheNames = Prices.CACHE, key = "#id")
		public String withoutRollback(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(rollbackFor = IOException.class)
		@CachePut(cacheNames = Prices.CACHE, key = "#id")
		public String withRollback(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@CachePut(cacheNames = Prices.CACHE, key = "#id")
		public String inNewTransaction(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		@CachePut(cacheNames = Prices.CACHE, key = "#id")
		public String suspending(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(propagation = Propagation.NESTED)
		@CachePut(cacheNames = Prices.CACHE, key = "#id")
		public String nested(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional("otherManager")
		@CachePut(cacheNames = Prices.CACHE, key = "#id")
		public String byOtherManager(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional
		@CachePut(cacheNames = Prices.CACHE, key = "#id")
		public CompletableFuture<String> futureInTransaction(long id, Body<CompletableFuture<String>> body)
				throws Exception {
			return body.run();
		}

		@Override
		@CachePut(cacheNames = Prices.CACHE, key = "#id")
		public CompletableFuture<String> future(long id, Body<CompletableFuture<String>> body) throws Exception {
			return body.run();
		}

		@Override
		@CachePut(cacheNames = Prices.CACHE, key = "#id")
		public String alone(long id, Body<String> body) throws Exception {
			return body.run();
		}

	}

	/**
	 * Says it by {@code @Caching} about all entries.
	 */
	static class All implements Kind {

		@Override
		@Transactional
		@Caching(evict = @CacheEvict(cacheNames = Prices.CACHE, allEntries = true))
		public String inTransaction(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(noRollbackFor = IllegalStateException.class)
		@Caching(evict = @CacheEvict(cacheNames = Prices.CACHE, allEntries = true))
		public String withoutRollback(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(rollbackFor = IOException.class)
		@Caching(evict = @CacheEvict(cacheNames = Prices.CACHE, allEntries = true))
		public String withRollback(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@Caching(evict = @CacheEvict(cacheNames = Prices.CACHE, allEntries = true))
		public String inNewTransaction(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		@Caching(evict = @CacheEvict(cacheNames = Prices.CACHE, allEntries = true))
		public String suspending(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional(propagation = Propagation.NESTED)
		@Caching(evict = @CacheEvict(cacheNames = Prices.CACHE, allEntries = true))
		public String nested(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional("otherManager")
		@Caching(evict = @CacheEvict(cacheNames = Prices.CACHE, allEntries = true))
		public String byOtherManager(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Override
		@Transactional
		@Caching(evict = @CacheEvict(cacheNames = Prices.CACHE, allEntries = true))
		public CompletableFuture<String> futureInTransaction(long id, Body<CompletableFuture<String>> body)
				throws Exception {
			return body.run();
		}

		@Override
		@Caching(evict = @CacheEvict(cacheNames = Prices.CACHE, allEntries = true))
		public CompletableFuture<String> future(long id, Body<CompletableFuture<String>> body) throws Exception {
			return body.run();
		}

		@Override
		@Caching(evict = @CacheEvict(cacheNames = Prices.CACHE, allEntries = true))
		public String alone(long id, Body<String> body) throws Exception {
			return body.run();
		}

	}

}
