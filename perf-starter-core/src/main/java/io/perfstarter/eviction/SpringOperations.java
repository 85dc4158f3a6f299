package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CachePutOperation;

/**
 * Finds the {@code @CacheEvict} and {@code @CachePut} annotations of a method as Spring
 * does: composed ones, those in {@code @Caching}, and those of the class or interface.
 * Thread-safe; results are cached.
 */
final class SpringOperations {

	private final AnnotationCacheOperationSource source = new AnnotationCacheOperationSource(false);

	boolean changes(Method method, Class<?> targetClass) {
		return find(method, targetClass).stream().anyMatch(SpringOperations::isChange);
	}

	/**
	 * Returns the operations on managed caches.
	 * @param method the called method
	 * @param targetClass the class of the bean
	 * @param managed whether a cache with a name is managed
	 * @return the operations
	 */
	List<SpringOperation> of(Method method, Class<?> targetClass, Predicate<String> managed) {
		return find(method, targetClass).stream()
			.filter(SpringOperations::isChange)
			.map((operation) -> new SpringOperation(operation,
					operation.getCacheNames().stream().filter(managed).toList()))
			.filter((operation) -> !operation.cacheNames().isEmpty())
			.toList();
	}

	private Collection<CacheOperation> find(Method method, Class<?> targetClass) {
		@Nullable Collection<CacheOperation> found = this.source.getCacheOperations(method, targetClass);
		return (found != null) ? found : List.of();
	}

	private static boolean isChange(CacheOperation operation) {
		return operation instanceof CacheEvictOperation || operation instanceof CachePutOperation;
	}

}
