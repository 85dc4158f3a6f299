package io.perfstarter.coherence.guard;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheInterceptor;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationInvoker;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodClassKey;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * The methods that change caches by Spring's annotations, and where Spring carries out
 * their changes.
 *
 * <p>
 * By default, Spring does that outside of the transaction. A method that only changes
 * guarded caches has it done inside instead, where the caches bind the changes to the
 * commit: their keys are known before. Thread-safe; what is found is cached.
 */
public final class ChangingMethods {

	private final BeanFactory beanFactory;

	private final SingletonSupplier<CacheOperationSource> operations;

	private final Set<MethodClassKey> advised = ConcurrentHashMap.newKeySet();

	private final Map<MethodClassKey, Boolean> inside = new ConcurrentHashMap<>();

	// Null as long as Spring's interceptor is not replaced.
	private volatile @Nullable OuterCacheInterceptor outer;

	private volatile @Nullable SpringCacheInterceptor inner;

	private volatile boolean initialized;

	/**
	 * Creates an instance.
	 * @param beanFactory the factory of Spring's interceptor and of the cache managers
	 */
	public ChangingMethods(BeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.operations = SingletonSupplier.of(() -> beanFactory.getBeanProvider(CacheOperationSource.class)
			.getIfUnique(AnnotationCacheOperationSource::new));
	}

	/**
	 * Returns whether a method changes caches. The caller must advise it then, inside of
	 * its transaction, with what calls {@link #begin} and {@link #carryOut}.
	 * @param method the method
	 * @param type the class of the bean
	 * @return whether any of its annotations is a change
	 */
	public boolean advise(Method method, Class<?> type) {
		boolean changing = operations(this.operations.obtain(), method, type).stream()
			.anyMatch(ChangingMethods::isChange);
		if (changing) {
			this.advised.add(new MethodClassKey(method, type));
		}
		return changing;
	}

	private static Collection<CacheOperation> operations(CacheOperationSource source, Method method, Class<?> type) {
		Collection<CacheOperation> found = source.getCacheOperations(method, type);
		return (found != null) ? found : List.of();
	}

	private static boolean isChange(CacheOperation operation) {
		return operation instanceof CacheEvictOperation || operation instanceof CachePutOperation;
	}

	/**
	 * Returns the caches that a method changes.
	 * @param method the method
	 * @param type the class of the bean
	 * @return the names without duplicates
	 */
	public List<String> changed(Method method, Class<?> type) {
		return operations(this.operations.obtain(), method, type).stream()
			.filter(ChangingMethods::isChange)
			.flatMap((operation) -> operation.getCacheNames().stream())
			.distinct()
			.toList();
	}

	/**
	 * Returns whether anything is evicted before a method runs.
	 * @param method the method
	 * @param type the class of the bean
	 * @return whether an annotation says so
	 */
	public boolean evictsBefore(Method method, Class<?> type) {
		return operations(this.operations.obtain(), method, type).stream()
			.anyMatch(
					(operation) -> operation instanceof CacheEvictOperation eviction && eviction.isBeforeInvocation());
	}

	/**
	 * Begins a call of a method that changes caches.
	 * @param invocation the call
	 * @return the call, {@code null} if nobody tells when Spring has carried out the
	 * changes
	 */
	public @Nullable ChangingCall begin(MethodInvocation invocation) {
		return (this.outer != null) ? ChangingCall.begin(invocation) : null;
	}

	/**
	 * Returns whether the changes of a method are carried out by {@link #carryOut}.
	 * @param method the method
	 * @param type the class of the bean
	 * @return whether they are carried out inside of the transaction
	 */
	public boolean isInside(Method method, Class<?> type) {
		return isInside(method, type, operations(this.operations.obtain(), method, type));
	}

	private boolean isInside(Method method, Class<?> type, Collection<CacheOperation> operations) {
		if (operations.isEmpty() || !operations.stream().allMatch(ChangingMethods::isChange)) {
			return false;
		}
		MethodClassKey key = new MethodClassKey(method, type);
		Boolean inside = this.inside.get(key);
		if (inside == null) {
			if (!this.initialized) {
				return false;
			}
			inside = this.advised.contains(key) && !isReactive(method)
					&& operations.stream().allMatch(this::isOnGuardedCaches);
			this.inside.put(key, inside);
		}
		return inside;
	}

	/**
	 * Returns whether the transaction of a method ends after it has returned.
	 */
	private static boolean isReactive(Method method) {
		Class<?> type = method.getReturnType();
		return KotlinDetector.isSuspendingFunction(method) || !CompletionStage.class.isAssignableFrom(type)
				&& ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
	}

	private boolean isOnGuardedCaches(CacheOperation operation) {
		CacheManager manager = managerOf(operation);
		OuterCacheInterceptor outer = this.outer;
		return manager != null && outer != null
				&& operation.getCacheNames().stream().map(manager::getCache).allMatch(outer::isGuarded);
	}

	/**
	 * Returns the manager of an operation, {@code null} if its caches may be others at
	 * each call.
	 */
	private @Nullable CacheManager managerOf(CacheOperation operation) {
		if (StringUtils.hasText(operation.getCacheResolver())) {
			return null;
		}
		if (StringUtils.hasText(operation.getCacheManager())) {
			return this.beanFactory.getBean(operation.getCacheManager(), CacheManager.class);
		}
		CacheInterceptor outer = this.outer;
		CacheResolver resolver = (outer != null) ? outer.getCacheResolver() : null;
		return (resolver != null && resolver.getClass() == SimpleCacheResolver.class)
				? ((SimpleCacheResolver) resolver).getCacheManager() : null;
	}

	/**
	 * Has Spring run a method, and carry out its changes if it returns.
	 * @param method runs the method; throws a {@code ThrowableWrapper}
	 * @param invocation the call
	 * @return the result
	 */
	public @Nullable Object carryOut(CacheOperationInvoker method, MethodInvocation invocation) {
		return Objects.requireNonNull(this.inner)
			.execute(method, Objects.requireNonNull(invocation.getThis()), invocation.getMethod(),
					invocation.getArguments());
	}

	/**
	 * Has Spring carry out the changes of a method that has returned.
	 */
	@Nullable Object carryOut(MethodInvocation invocation, @Nullable Object result) {
		return carryOut(() -> result, invocation);
	}

	static CacheOperationSource operationsOf(CacheInterceptor interceptor) {
		return Objects.requireNonNull(interceptor.getCacheOperationSource());
	}

	/**
	 * Returns the operations of an interceptor that are carried out outside.
	 */
	CacheOperationSource outside(CacheInterceptor original) {
		CacheOperationSource all = operationsOf(original);
		return (method, type) -> {
			Class<?> target = (type != null) ? type : method.getDeclaringClass();
			Collection<CacheOperation> operations = operations(all, method, target);
			return isInside(method, target, operations) ? null : operations;
		};
	}

	void carriedOutBy(OuterCacheInterceptor outer, SpringCacheInterceptor inner) {
		this.outer = outer;
		this.inner = inner;
	}

	void afterSingletonsInstantiated() {
		Objects.requireNonNull(this.inner).afterSingletonsInstantiated();
		this.initialized = true;
	}

}
