package io.perfstarter.coherence.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cache.CacheManager;

/**
 * Wraps the cache managers of the application. Runs last, so that no other proxy is
 * placed around a guarded cache.
 */
final class ForeignCachesPostProcessor implements BeanPostProcessor {

	private final ObjectProvider<ForeignCaches> caches;

	ForeignCachesPostProcessor(ObjectProvider<ForeignCaches> caches) {
		this.caches = caches;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		return (bean instanceof CacheManager manager) ? this.caches.getObject().takeOver(beanName, manager) : bean;
	}

}
