package io.perfstarter.coherence.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;

import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/**
 * One side of the comparison: caches of a kind in an application with perf-starter, or in
 * one without.
 */
record Side(CacheKind kind, boolean managed) {

	static Stream<Side> all() {
		return of(List.of(CacheKind.values()));
	}

	/**
	 * Both sides of the kinds that can read futures, and of perf-starter's own caches the
	 * side that can.
	 */
	static Stream<Side> asynchronous() {
		return Stream.concat(of(CacheKind.asynchronous()), Stream.of(new Side(CacheKind.EHCACHE, true)));
	}

	/**
	 * Both sides of the kinds that can be told to refuse null.
	 */
	static Stream<Side> refusingNulls() {
		return of(List.of(CacheKind.CAFFEINE, CacheKind.CAFFEINE_ASYNC, CacheKind.CONCURRENT_MAP, CacheKind.JCACHE));
	}

	private static Stream<Side> of(List<CacheKind> kinds) {
		return kinds.stream().flatMap((kind) -> Stream.of(new Side(kind, false), new Side(kind, true)));
	}

	/**
	 * Starts an application in which these caches are the caches of the only cache
	 * manager.
	 */
	ConfigurableApplicationContext start(boolean nulls, List<String> names) {
		return start(nulls, names, List.of());
	}

	/**
	 * Starts an application in which these caches are the caches of the default cache
	 * manager, and other caches are those of the bean {@code otherManager}.
	 */
	ConfigurableApplicationContext start(boolean nulls, List<String> names, List<String> others,
			Class<?>... configurations) {
		List<Class<?>> sources = new ArrayList<>(List.of(configurations));
		sources.add(this.managed ? WithPerfStarter.class : Plain.class);
		String[] cacheNames = names.toArray(String[]::new);
		CacheManager manager = this.managed ? this.kind.underGuard(nulls, cacheNames)
				: this.kind.plain(nulls, cacheNames);
		return new SpringApplicationBuilder(sources.toArray(Class<?>[]::new)).web(WebApplicationType.NONE)
			.initializers((context) -> {
				((GenericApplicationContext) context).registerBean(Side.class, () -> this);
				if (manager != null) {
					((GenericApplicationContext) context).registerBean("cacheManager", CacheManager.class,
							() -> manager, (definition) -> definition.setPrimary(true));
				}
				if (!others.isEmpty()) {
					// The default cache manager of perf-starter and of Boot is created
					// where no other is a
					// candidate.
					((GenericApplicationContext) context).registerBean("otherManager", CacheManager.class,
							() -> this.kind.plain(true, others.toArray(String[]::new)),
							(definition) -> ((AbstractBeanDefinition) definition).setDefaultCandidate(manager != null));
				}
			})
			.properties("spring.main.banner-mode=off", "spring.jmx.enabled=false")
			.properties(this.managed ? this.kind.settings(names) : new String[0])
			.properties((this.managed && manager != null) ? this.kind.settings(others) : new String[0])
			.run();
	}

	@Override
	public String toString() {
		return this.kind.name().toLowerCase(Locale.ROOT).replace('_', ' ')
				+ (this.managed ? ", managed" : ", plain Spring");
	}

	/**
	 * Boot's caching.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@ImportAutoConfiguration({ AopAutoConfiguration.class, CacheAutoConfiguration.class })
	static class Plain {

	}

	/**
	 * Boot's caching with perf-starter.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@ImportAutoConfiguration({ AopAutoConfiguration.class, CacheAutoConfiguration.class,
			CoherenceAutoConfiguration.class, EvictionAutoConfiguration.class })
	static class WithPerfStarter {

	}

}
