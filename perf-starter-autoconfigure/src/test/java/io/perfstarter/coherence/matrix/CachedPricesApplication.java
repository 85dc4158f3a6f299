package io.perfstarter.coherence.matrix;

import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The application with caching as it is by default.
 */
@Configuration(proxyBeanMethods = false)
@EnableCaching
@Import(PricesApplication.class)
class CachedPricesApplication {

}
