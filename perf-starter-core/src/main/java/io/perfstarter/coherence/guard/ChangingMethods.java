package io.perfstarter.coherence.guard;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.util.function.SingletonSupplier;

/**
 * The methods that change caches by Spring's annotations. Spring carries out the changes
 * itself, by default outside of the transaction, after its commit. Thread-safe.
 */
public final class ChangingMethods {

	private final SingletonSupplier<CacheOperationSource> operations;

	// Whether an interceptor reports when Spring has carried out the changes of a call.
	private volatile boolean told;

	/**
	 * Creates an instance.
	 * @param beanFactory the factory of Spring's source of operations
	 */
	public ChangingMethods(BeanFactory beanFactory) {
		this.operations = SingletonSupplier.of(() -> beanFactory.getBeanProvider(CacheOperationSource.class)
			.getIfUnique(AnnotationCacheOperationSource::new));
	}

	/**
	 * Returns the caches that a method changes.
	 * @param method the method
	 * @param type the class of the bean
	 * @return the names without duplicates; empty if only a cache resolver knows them
	 */
	public List<String> changed(Method method, Class<?> type) {
		return changes(method, type).flatMap((operation) -> operation.getCacheNames().stream()).distinct().toList();
	}

	/**
	 * Returns whether a method changes caches.
	 * @param method the method
	 * @param type the class of the bean
	 * @return whether any of its annotations is a change
	 */
	public boolean isChanging(Method method, Class<?> type) {
		return changes(method, type).findAny().isPresent();
	}

	/**
	 * Returns whether anything is evicted before a method runs.
	 * @param method the method
	 * @param type the class of the bean
	 * @return whether an annotation says so
	 */
	public boolean evictsBefore(Method method, Class<?> type) {
		return changes(method, type).anyMatch(
				(operation) -> operation instanceof CacheEvictOperation eviction && eviction.isBeforeInvocation());
	}

	private Stream<CacheOperation> changes(Method method, Class<?> type) {
		Collection<CacheOperation> found = this.operations.obtain().getCacheOperations(method, type);
		return (found != null) ? found.stream().filter(ChangingMethods::isChange) : Stream.empty();
	}

	private static boolean isChange(CacheOperation operation) {
		return operation instanceof CacheEvictOperation || operation instanceof CachePutOperation;
	}

	/**
	 * Returns whether an interceptor reports when Spring has carried out the changes of a
	 * call.
	 * @return {@code false} with an interceptor of the application
	 */
	public boolean isTold() {
		return this.told;
	}

	void told() {
		this.told = true;
	}

}
