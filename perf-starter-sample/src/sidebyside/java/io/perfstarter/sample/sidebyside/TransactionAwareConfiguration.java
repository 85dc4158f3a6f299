package io.perfstarter.sample.sidebyside;

import java.time.Duration;

import com.github.benmanes.caffeine.cache.Caffeine;

import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.transaction.TransactionAwareCacheManagerProxy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Enables Spring's caching with a manager that waits for the commit.
 */
@Configuration(proxyBeanMethods = false)
@EnableCaching
@Import(SpringCacheTickets.class)
class TransactionAwareConfiguration {

	@Bean
	CacheManager cacheManager() {
		CaffeineCacheManager manager = new CaffeineCacheManager("tickets");
		manager.setCaffeine(Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(Duration.ofSeconds(60)));
		return new TransactionAwareCacheManagerProxy(manager);
	}

}
