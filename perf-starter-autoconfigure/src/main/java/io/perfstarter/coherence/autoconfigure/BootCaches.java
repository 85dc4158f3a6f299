package io.perfstarter.coherence.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration.NamedCachesConfiguration.EnableCachingConfiguration;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cache.CacheManager;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Finds what an application contains for the cache manager of Spring Boot. A setting is a
 * reason to use this manager; a library on the class path is not.
 *
 * @param beanFactory the beans of the application
 * @param environment its properties
 */
record BootCaches(ConfigurableListableBeanFactory beanFactory, Environment environment) {

	private static final String PREFIX = "spring.cache";

	private static final String BOOT = "org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration";

	private static final String CACHE_MANAGER = "cacheManager";

	private static final List<String> SETTINGS = List.of("org.springframework.cache.Cache",
			"org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer",
			"org.springframework.boot.cache.autoconfigure.JCacheManagerCustomizer",
			"org.springframework.boot.cache.autoconfigure.JCachePropertiesCustomizer",
			"org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer",
			"org.springframework.boot.cache.autoconfigure.CouchbaseCacheManagerBuilderCustomizer",
			"org.springframework.boot.cache.autoconfigure.Cache2kBuilderCustomizer",
			"com.github.benmanes.caffeine.cache.Caffeine", "com.github.benmanes.caffeine.cache.CaffeineSpec",
			"com.github.benmanes.caffeine.cache.CacheLoader", "javax.cache.CacheManager",
			"javax.cache.configuration.Configuration", "org.springframework.data.redis.cache.RedisCacheConfiguration",
			"org.infinispan.configuration.cache.ConfigurationBuilder");

	private static final List<String> SERVERS = List.of(
			"org.springframework.data.redis.connection.RedisConnectionFactory", "com.hazelcast.core.HazelcastInstance",
			"org.springframework.data.couchbase.CouchbaseClientFactory", "org.infinispan.manager.EmbeddedCacheManager");

	/**
	 * Returns the properties and beans that configure the cache manager of Spring Boot.
	 * @return their descriptions; none if Spring Boot's caching is not on the class path
	 */
	List<String> settings() {
		return isPresent(BOOT) ? Stream.concat(properties(), beans(SETTINGS)).toList() : List.of();
	}

	/**
	 * Returns the bean into which a cache manager was injected first.
	 * @param manager the cache manager
	 * @return its name, {@code null} if there is none
	 */
	@Nullable String firstUserOf(CacheManager manager) {
		return Arrays.stream(this.beanFactory.getBeanNamesForType(CacheManager.class, true, false))
			.filter((name) -> this.beanFactory.getSingleton(name) == manager)
			.flatMap((name) -> Arrays.stream(this.beanFactory.getDependentBeans(name)))
			.findFirst()
			.orElse(null);
	}

	/**
	 * Returns why the cache manager of Spring Boot exists.
	 * @return the settings; none if the application uses another cache manager
	 */
	List<String> causes() {
		if (!this.beanFactory.containsBeanDefinition(CACHE_MANAGER)) {
			return List.of();
		}
		String creator = this.beanFactory.getBeanDefinition(CACHE_MANAGER).getFactoryBeanName();
		return (creator != null && ClassUtils.getPackageName(creator).equals(ClassUtils.getPackageName(BOOT)))
				? settings() : List.of();
	}

	/**
	 * Returns whether Spring Boot would create a cache manager if perf-starter did not:
	 * the application itself enables caching.
	 */
	boolean isReplaced() {
		return isPresent(BOOT) && this.beanFactory.getBeanNamesForType(EnableCachingConfiguration.class).length == 0;
	}

	/**
	 * Returns the beans for which Spring Boot would cache in a server or a cluster.
	 * @return their descriptions
	 */
	List<String> servers() {
		return beans(SERVERS).toList();
	}

	/**
	 * Blank properties do not count, so that an application can clear a property that it
	 * inherits.
	 */
	private Stream<String> properties() {
		return Binder.get(this.environment)
			.bind(PREFIX, Bindable.mapOf(String.class, String.class))
			.orElse(Map.of())
			.entrySet()
			.stream()
			.filter((property) -> StringUtils.hasText(property.getValue()))
			.map((property) -> "the property '%s.%s'".formatted(PREFIX, property.getKey()));
	}

	private Stream<String> beans(List<String> types) {
		return types.stream()
			.filter(this::isPresent)
			.map((type) -> ClassUtils.resolveClassName(type, this.beanFactory.getBeanClassLoader()))
			.flatMap((type) -> Arrays
				.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, type, true, false)))
			.distinct()
			.map("the bean '%s'"::formatted);
	}

	private boolean isPresent(String type) {
		return ClassUtils.isPresent(type, this.beanFactory.getBeanClassLoader());
	}

}
