package io.perfstarter.eviction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.support.NoOpCache;

/**
 * Has Spring evaluate {@code @CacheEvict} and {@code @CachePut}, with caches that only
 * note what is evicted or put. What cannot be evaluated evicts all entries. Thread-safe.
 */
final class SpringExpressions extends CacheAspectSupport {

	// In CacheAspectSupport; Spring refuses such a key after a successful call.
	private static final String NULL_KEY = "Null key";

	private final ThreadLocal<@Nullable Evaluation> current = new ThreadLocal<>();

	private final Set<String> warned = ConcurrentHashMap.newKeySet();

	private final KnownExpressions known = new KnownExpressions();

	private final EvictionMeters meters;

	SpringExpressions(BeanFactory beanFactory, GeneratedKeys generatedKeys, EvictionMeters meters) {
		this.meters = meters;
		configure(null, generatedKeys::standard, () -> (context) -> List.of(), null);
		setBeanFactory(beanFactory);
		setCacheOperationSource((method, type) -> List.of(evaluation().operation));
		afterSingletonsInstantiated();
	}

	private Evaluation evaluation() {
		return Objects.requireNonNull(this.current.get());
	}

	/**
	 * Evaluates the operations of a call.
	 * @param operations the operations of the annotations
	 * @param call the call
	 * @param state how far the call is
	 * @param result the return value
	 * @return the evictions
	 */
	List<Eviction> evaluate(List<SpringOperation> operations, EvictionCall call, CallState state,
			@Nullable Object result) {
		List<Eviction> evictions = new ArrayList<>();
		for (SpringOperation operation : operations) {
			if (state == CallState.SUCCEEDED) {
				evaluate(operation, call, result, evictions);
			}
			else if (isKeyKnown(operation, state)) {
				boolean conditionKnown = this.known.isKnown(operation.operation().getCondition(), state);
				evaluate(operation.evicting(conditionKnown), operation.cacheNames(), call, null, evictions);
			}
			else if (state == CallState.FAILED) {
				this.meters.resultWasMissing();
				addAll(operation.cacheNames(), evictions);
			}
		}
		return evictions;
	}

	/**
	 * Returns the caches of which nobody can tell before the end of a call what it evicts
	 * from them.
	 */
	List<String> unknownWhileRunning(List<SpringOperation> operations) {
		return operations.stream()
			.filter((operation) -> !isKeyKnown(operation, CallState.RUNNING))
			.flatMap((operation) -> operation.cacheNames().stream())
			.toList();
	}

	private boolean isKeyKnown(SpringOperation operation, CallState state) {
		return operation.allEntries() || this.known.isKnown(operation.operation().getKey(), state);
	}

	/**
	 * Evaluates an operation of a call that returned. A value that Spring does not put,
	 * because of {@code unless}, has changed the entry if its key can be computed.
	 */
	private void evaluate(SpringOperation operation, EvictionCall call, @Nullable Object result,
			List<Eviction> evictions) {
		int before = evictions.size();
		evaluate(operation.operation(), operation.cacheNames(), call, result, evictions);
		if (evictions.size() == before && operation.mayBeVetoed()) {
			try {
				evictions.addAll(noted(operation.evicting(true), operation.cacheNames(), call, result));
			}
			catch (RuntimeException ex) {
				this.logger.debug("No key of what " + call + " has not put", ex);
			}
		}
	}

	private void evaluate(CacheOperation operation, List<String> cacheNames, EvictionCall call, @Nullable Object result,
			List<Eviction> evictions) {
		try {
			evictions.addAll(noted(operation, cacheNames, call, result));
		}
		catch (Throwable ex) {
			if (!(ex instanceof IllegalArgumentException && String.valueOf(ex.getMessage()).startsWith(NULL_KEY))) {
				this.meters.expressionFailed();
				addAll(cacheNames, evictions);
				warnOnce(operation, call, ex);
			}
		}
	}

	private List<Eviction> noted(CacheOperation operation, List<String> cacheNames, EvictionCall call,
			@Nullable Object result) {
		Evaluation evaluation = new Evaluation(operation, cacheNames);
		Evaluation outer = this.current.get();
		this.current.set(evaluation);
		try {
			execute(() -> result, call.target(), call.method(), call.args());
			return evaluation.noted;
		}
		finally {
			this.current.set(outer);
		}
	}

	private static void addAll(List<String> cacheNames, List<Eviction> evictions) {
		cacheNames.forEach((cache) -> evictions.add(Eviction.ofAll(cache)));
	}

	@Override
	protected Collection<? extends Cache> getCaches(CacheOperationInvocationContext<CacheOperation> context,
			CacheResolver cacheResolver) {
		return evaluation().caches();
	}

	/**
	 * Logs only the type of an exception, because its message may contain user data.
	 */
	private void warnOnce(CacheOperation operation, EvictionCall call, Throwable cause) {
		String message = "@" + operation.getClass().getSimpleName().replace("Operation", "") + " on " + call
				+ ": an expression cannot be evaluated, so all entries of " + operation.getCacheNames()
				+ " are evicted instead";
		if (this.warned.add(message)) {
			this.logger.warn(message + " (" + cause.getClass().getName() + ")");
			this.logger.debug("Stack trace of the failure", cause);
		}
	}

	/**
	 * The evaluation of one operation. Confined to its thread.
	 */
	private static final class Evaluation {

		private final CacheOperation operation;

		private final List<String> cacheNames;

		private final List<Eviction> noted = new ArrayList<>();

		Evaluation(CacheOperation operation, List<String> cacheNames) {
			this.operation = operation;
			this.cacheNames = cacheNames;
		}

		List<Cache> caches() {
			return this.operation.getCacheNames().stream().<Cache>map((name) -> new NotedCache(name, this)).toList();
		}

		void note(String cache, @Nullable Object key) {
			if (this.cacheNames.contains(cache)) {
				this.noted.add((key != null) ? Eviction.ofKeys(cache, List.of(key)) : Eviction.ofAll(cache));
			}
		}

	}

	/**
	 * Notes what is evicted or put.
	 */
	private static final class NotedCache extends NoOpCache {

		private final Evaluation evaluation;

		NotedCache(String name, Evaluation evaluation) {
			super(name);
			this.evaluation = evaluation;
		}

		@Override
		public void put(Object key, @Nullable Object value) {
			this.evaluation.note(getName(), key);
		}

		@Override
		public void evict(Object key) {
			this.evaluation.note(getName(), key);
		}

		@Override
		public boolean evictIfPresent(Object key) {
			evict(key);
			return false;
		}

		@Override
		public void clear() {
			this.evaluation.note(getName(), null);
		}

		@Override
		public boolean invalidate() {
			clear();
			return false;
		}

	}

}
