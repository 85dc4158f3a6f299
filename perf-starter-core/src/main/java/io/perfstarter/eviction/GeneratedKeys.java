package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.KeyGenerator;
import org.springframework.cache.interceptor.SimpleKeyGenerator;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Makes the key that {@code @Cacheable} would make from the same arguments: by the
 * {@code KeyGenerator} that it names, else by the application's.
 */
final class GeneratedKeys {

	private final BeanFactory beanFactory;

	private final Supplier<AnnotatedMethods> annotatedMethods;

	private final SingletonSupplier<KeyGenerator> standard;

	private final Map<Evicting, KeyGenerator> keyGenerators = new ConcurrentHashMap<>();

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

	Object generate(String cache, EvictionCall call) {
		return this.keyGenerators.computeIfAbsent(new Evicting(cache, call.method()), this::keyGenerator)
			.generate(call.target(), call.method(), call.args());
	}

	private KeyGenerator keyGenerator(Evicting evicting) {
		CacheOperation cacheable = this.annotatedMethods.get()
			.cacheable(evicting.cache(), evicting.method().getParameterTypes());
		if (cacheable != null && StringUtils.hasText(cacheable.getKeyGenerator())) {
			return this.beanFactory.getBean(cacheable.getKeyGenerator(), KeyGenerator.class);
		}
		return this.standard.obtain();
	}

	/**
	 * A method that evicts from a cache.
	 *
	 * @param cache the name of the cache
	 * @param method the method
	 */
	private record Evicting(String cache, Method method) {

	}

}
