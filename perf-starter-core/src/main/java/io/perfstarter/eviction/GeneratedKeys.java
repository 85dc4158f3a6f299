package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.perfstarter.eviction.AnnotatedMethods.Caching;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.cache.interceptor.KeyGenerator;
import org.springframework.cache.interceptor.SimpleKeyGenerator;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Computes the keys that the {@code @Cacheable} methods of a cache would compute from the
 * arguments of an evicting method. Uses their key expression, else the
 * {@code KeyGenerator} that they name, else the default one. Thread-safe.
 */
final class GeneratedKeys {

	private final BeanFactory beanFactory;

	private final Supplier<AnnotatedMethods> annotatedMethods;

	private final SingletonSupplier<KeyGenerator> standard;

	private final Map<Evicting, List<CacheableKey>> keys = new ConcurrentHashMap<>();

	GeneratedKeys(BeanFactory beanFactory, Supplier<AnnotatedMethods> annotatedMethods) {
		this.beanFactory = beanFactory;
		this.annotatedMethods = annotatedMethods;
		this.standard = SingletonSupplier
			.of(() -> standard(beanFactory.getBeanProvider(CachingConfigurer.class).getIfUnique()));
	}

	private static KeyGenerator standard(@Nullable CachingConfigurer configurer) {
		KeyGenerator configured = (configurer != null) ? configurer.keyGenerator() : null;
		return (configured != null) ? configured : new SimpleKeyGenerator();
	}

	/**
	 * Returns how the keys are computed.
	 * @param cache the name of the cache
	 * @param method the evicting method
	 * @param type the class of its bean
	 * @return one for each {@code @Cacheable} of the cache; empty if there is none, or if
	 * the arguments do not suffice for one of the keys
	 */
	List<CacheableKey> of(String cache, Method method, Class<?> type) {
		return this.keys.computeIfAbsent(new Evicting(cache, AopUtils.getMostSpecificMethod(method, type), type),
				this::find);
	}

	private List<CacheableKey> find(Evicting evicting) {
		List<@Nullable CacheableKey> found = this.annotatedMethods.get()
			.caching()
			.stream()
			.filter((caching) -> caching.operation() instanceof CacheableOperation
					&& caching.operation().getCacheNames().contains(evicting.cache()))
			.map((caching) -> CacheableKey.of(caching, evicting.method(), evicting.type()))
			.toList();
		return (found.stream().allMatch(Objects::nonNull)) ? List.copyOf(found) : List.of();
	}

	/**
	 * Generates the key of a {@code @Cacheable} without a key expression.
	 */
	Object generate(CacheableKey key, EvictionCall call) {
		Caching caching = key.caching();
		return generatorOf(caching.operation()).generate(target(caching, call), caching.method(),
				key.arguments(call.args()));
	}

	private KeyGenerator generatorOf(CacheOperation operation) {
		String name = operation.getKeyGenerator();
		return (StringUtils.hasText(name)) ? this.beanFactory.getBean(name, KeyGenerator.class)
				: this.standard.obtain();
	}

	private Object target(Caching caching, EvictionCall call) {
		if (caching.type().isInstance(call.target())) {
			return call.target();
		}
		Object bean = this.beanFactory.getBeanProvider(caching.type()).stream().findFirst().orElseThrow();
		Object target = AopProxyUtils.getSingletonTarget(bean);
		return (target != null) ? target : bean;
	}

	/**
	 * A method and the cache that it evicts from.
	 *
	 * @param cache the name of the cache
	 * @param method the method
	 * @param type the class of its bean
	 */
	private record Evicting(String cache, Method method, Class<?> type) {
	}

}
