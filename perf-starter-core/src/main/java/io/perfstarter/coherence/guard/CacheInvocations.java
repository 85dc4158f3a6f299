package io.perfstarter.coherence.guard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.CacheableOperation;

/**
 * Gives each invocation of a cached method its own view of the guarded caches. Caches
 * that are not guarded stay as they are. Thread-safe.
 */
public final class CacheInvocations {

	private final UnaryOperator<Cache> target;

	private final BiConsumer<Cache, @Nullable CacheOperation> unguarded;

	private final Supplier<@Nullable ForgottenEvictions> detector;

	private final Supplier<@Nullable CacheChanges> changes;

	/**
	 * Creates an instance.
	 * @param target returns the guarded cache behind a decorator, and any other cache
	 * itself
	 * @param unguarded called with each cache of an invocation that is not guarded, and
	 * with the operation of Spring's annotations, if any
	 * @param detector supplies the detector of forgotten evictions, {@code null} if it is
	 * off
	 * @param changes supplies the receiver of changes, {@code null} if they stay in the
	 * cache
	 */
	public CacheInvocations(UnaryOperator<Cache> target, BiConsumer<Cache, @Nullable CacheOperation> unguarded,
			Supplier<@Nullable ForgottenEvictions> detector, Supplier<@Nullable CacheChanges> changes) {
		this.target = target;
		this.unguarded = unguarded;
		this.detector = detector;
		this.changes = changes;
	}

	/**
	 * Returns the detector of forgotten evictions, {@code null} if it is off.
	 */
	@Nullable ForgottenEvictions detector() {
		return this.detector.get();
	}

	@Nullable CacheChanges changes() {
		return this.changes.get();
	}

	/**
	 * Returns a resolver whose caches are views for Spring's annotations.
	 */
	CacheResolver resolver(CacheResolver resolver) {
		return (context) -> (context.getOperation() instanceof CacheOperation operation)
				? views(resolver.resolveCaches(context), operation, context, null, null)
				: resolver.resolveCaches(context);
	}

	/**
	 * Returns the views of an invocation that loads a value and caches it.
	 * @param caches the caches
	 * @return a view of each guarded cache
	 */
	public Collection<? extends Cache> loading(Collection<? extends Cache> caches) {
		return views(caches, null, CacheInvocation::begunLoad);
	}

	/**
	 * Returns the views for an operation of Spring's annotations.
	 * @param call the call if its result may be reactive
	 * @param changing records what changes, {@code null} if no call needs it
	 */
	Collection<? extends Cache> views(Collection<? extends Cache> caches, CacheOperation operation,
			CacheOperationInvocationContext<?> context, @Nullable ReactiveCall call, @Nullable ChangingCall changing) {
		if (operation instanceof CacheableOperation) {
			return views(caches, operation, (cache) -> CacheInvocation.load(cache, context).in(call));
		}
		if (operation instanceof CachePutOperation) {
			return views(caches, operation,
					(cache) -> CacheInvocation.change(cache).changingIn(call, operation, changing));
		}
		return views(caches, operation, (call != null || changing != null)
				? (cache) -> CacheInvocation.load(cache).changingIn(call, operation, changing) : (cache) -> cache);
	}

	private Collection<? extends Cache> views(Collection<? extends Cache> caches, @Nullable CacheOperation operation,
			Function<GuardedCache, Cache> view) {
		if (caches.size() == 1) {
			return List.of(view(caches.iterator().next(), operation, view));
		}
		List<Cache> views = new ArrayList<>(caches.size());
		caches.forEach((cache) -> views.add(view(cache, operation, view)));
		return views;
	}

	private Cache view(Cache cache, @Nullable CacheOperation operation, Function<GuardedCache, Cache> view) {
		if (this.target.apply(cache) instanceof GuardedCache guarded) {
			return view.apply(guarded);
		}
		this.unguarded.accept(cache, operation);
		return cache;
	}

}
