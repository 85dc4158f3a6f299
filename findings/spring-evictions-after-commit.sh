#!/usr/bin/env bash
# An eviction in afterCommit is lost in a cache of a transaction-aware cache manager.
#
# Guess:     after the commit it evicts at once.
# Version:   Spring Framework 7.0.8, H2 2.4.240. RedisCacheManagerBuilder.transactionAware() uses the same decorator.
# Behaviour: evict() and clear() are deferred to an afterCommit that has already begun. evictIfPresent() and invalidate() are not
#            deferred, so @CacheEvict(beforeInvocation = true) evicts.
# Product:   a managed cache has no such decorator. A WARN names an unmanaged one. TicketCacheEvictor evicts at once from any cache.

. "$(dirname "$0")/support/java.sh"

expect \
  "within the transaction, evict: removed" \
  "afterCommit, evict: kept" \
  "afterCommit, clear: kept" \
  "afterCommit, evictIfPresent: removed" \
  "afterCompletion, evict: removed"

java_with org.springframework:spring-context-support:7.0.8 org.springframework:spring-jdbc:7.0.8 com.h2database:h2:2.4.240 << 'EOF'
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.transaction.TransactionAwareCacheManagerProxy;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

class Program {

	private static final CacheManager manager = new TransactionAwareCacheManagerProxy(new ConcurrentMapCacheManager());

	public static void main(String[] args) {
		Cache cache = manager.getCache("tickets");
		show("within the transaction, evict", () -> cache.evict(1));
		show("afterCommit, evict", () -> afterCommit(() -> cache.evict(1)));
		show("afterCommit, clear", () -> afterCommit(cache::clear));
		show("afterCommit, evictIfPresent", () -> afterCommit(() -> cache.evictIfPresent(1)));
		show("afterCompletion, evict", () -> register(new TransactionSynchronization() {

			@Override
			public void afterCompletion(int status) {
				cache.evict(1);
			}

		}));
	}

	private static void show(String when, Runnable change) {
		Cache cache = manager.getCache("tickets");
		cache.put(1, "old");
		JdbcDataSource dataSource = new JdbcDataSource();
		dataSource.setUrl("jdbc:h2:mem:tickets");
		new TransactionTemplate(new DataSourceTransactionManager(dataSource)).executeWithoutResult((status) -> change.run());
		System.out.println(when + ": " + ((cache.get(1) == null) ? "removed" : "kept"));
	}

	private static void afterCommit(Runnable eviction) {
		register(new TransactionSynchronization() {

			@Override
			public void afterCommit() {
				eviction.run();
			}

		});
	}

	private static void register(TransactionSynchronization synchronization) {
		TransactionSynchronizationManager.registerSynchronization(synchronization);
	}

}
EOF
