package io.perfstarter.coherence.contract;

import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.KeyGenerator;
import org.springframework.cache.interceptor.NamedCacheResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What the annotations of readings refer to.
 */
@Configuration(proxyBeanMethods = false)
class ReadingsApplication {

	static final String OTHERS = "others";

	@Bean
	KeyGenerator prefixing() {
		return (target, method, parameters) -> prefixed(method.getName(), parameters[0]);
	}

	@Bean
	CacheResolver named(CacheManager cacheManager) {
		return new NamedCacheResolver(cacheManager, CacheContract.CACHE);
	}

	static String prefixed(String method, Object parameter) {
		return method + ":" + parameter;
	}

}
