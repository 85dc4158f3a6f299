package io.perfstarter.sample.sidebyside;

import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Enables Spring's caching; Boot makes the cache manager.
 */
@Configuration(proxyBeanMethods = false)
@EnableCaching
@Import(SpringCacheTickets.class)
class SpringCacheConfiguration {

}
