package io.perfstarter.eviction.autoconfigure;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.eviction.Eviction;
import io.perfstarter.eviction.EvictionStrategy;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.interceptor.KeyGenerator;

/**
 * Notes what an application with managed caches evicts.
 */
final class NotedEvictions implements EvictionStrategy {

	final List<Eviction> evicted = new ArrayList<>();

	final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, CacheAutoConfiguration.class,
				CoherenceAutoConfiguration.class, EvictionAutoConfiguration.class))
		.withPropertyValues("perf-starter.coherence.caches.tickets.time-to-live=10m",
				"perf-starter.coherence.caches.lots.time-to-live=10m")
		.withBean("byClassAndMethod", KeyGenerator.class,
				() -> (Object target, Method method, Object... args) -> target.getClass().getSimpleName() + "."
						+ method.getName() + args[0])
		.withBean(EvictionStrategy.class, () -> this);

	@Override
	public boolean supports(Eviction eviction) {
		return true;
	}

	@Override
	public void evict(Eviction eviction) {
		this.evicted.add(eviction);
	}

}
