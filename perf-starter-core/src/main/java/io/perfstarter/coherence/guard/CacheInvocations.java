package io.perfstarter.coherence.guard;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.perfstarter.coherence.audit.ForgottenEvictions;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheInterceptor;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CacheOperationInvoker;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.CacheableOperation;

/**
 * Gives each invocation of a cached method its own view of the guarded caches. Caches
 * that are not guarded stay as they are. Thread-safe.
 */
public final class CacheInvocations {

	private final UnaryOperator<Cache> target;

	private final Consumer<Cache> unguarded;

	private final Supplier<@Nullable ForgottenEvictions> detector;

	/**
	 * Creates an instance.
	 * @param target returns the guarded cache behind a decorator, and any other cache
	 * itself
	 * @param unguarded receives the cache of each invocation that is not guarded
	 * @param detector supplies what must know which caches are loaded, {@code null} if it
	 * is off
	 */
	public CacheInvocations(UnaryOperator<Cache> target, Consumer<Cache> unguarded,
			Supplier<@Nullable ForgottenEvictions> detector) {
		this.target = target;
		this.unguarded = unguarded;
		this.detector = detector;
	}

	/**
	 * Returns an interceptor that is configured like another one.
	 */
	CacheInterceptor interceptor(CacheInterceptor original, BeanFactory beanFactory) {
		return new Interceptor(this, original, beanFactory);
	}

	/**
	 * Returns a resolver whose caches are views for Spring's annotations.
	 */
	CacheResolver resolver(CacheResolver resolver) {
		return (context) -> (context.getOperation() instanceof CacheOperation operation)
				? views(resolver.resolveCaches(context), operation, context) : resolver.resolveCaches(context);
	}

	/**
	 * Returns the views of an invocation that loads a value and caches it.
	 * @param caches the caches
	 * @return a view of each guarded cache
	 */
	public Collection<? extends Cache> loading(Collection<? extends Cache> caches) {
		return views(caches, CacheInvocation::begunLoad);
	}

	private Collection<? extends Cache> views(Collection<? extends Cache> caches, CacheOperation operation,
			CacheOperationInvocationContext<?> context) {
		if (operation instanceof CacheableOperation) {
			return views(caches, (cache) -> CacheInvocation.load(cache, context));
		}
		return views(caches, (operation instanceof CachePutOperation) ? CacheInvocation::change : (cache) -> cache);
	}

	private Collection<? extends Cache> views(Collection<? extends Cache> caches, Function<GuardedCache, Cache> view) {
		if (caches.size() == 1) {
			return List.of(view(caches.iterator().next(), view));
		}
		List<Cache> views = new ArrayList<>(caches.size());
		caches.forEach((cache) -> views.add(view(cache, view)));
		return views;
	}

	private Cache view(Cache cache, Function<GuardedCache, Cache> view) {
		if (this.target.apply(cache) instanceof GuardedCache guarded) {
			return view.apply(guarded);
		}
		this.unguarded.accept(cache);
		return cache;
	}

	/**
	 * Spring's interceptor for cached methods, with views of the caches, whichever
	 * resolver returns them.
	 */
	@SuppressWarnings("serial")
	private static final class Interceptor extends CacheInterceptor {

		private final CacheInvocations invocations;

		// Set while Spring resolves the caches of a call.
		private final ThreadLocal<@Nullable ReactiveCall> call = new ThreadLocal<>();

		Interceptor(CacheInvocations invocations, CacheInterceptor original, BeanFactory beanFactory) {
			this.invocations = invocations;
			configure(original::getErrorHandler, original::getKeyGenerator, original::getCacheResolver, null);
			setCacheOperationSource(original.getCacheOperationSource());
			setBeanFactory(beanFactory);
		}

		@Override
		public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
			ForgottenEvictions detector = this.invocations.detector.get();
			if (detector == null) {
				return super.invoke(invocation);
			}
			detector.begin();
			try {
				return super.invoke(invocation);
			}
			finally {
				detector.end();
			}
		}

		@Override
		protected @Nullable Object execute(CacheOperationInvoker invoker, Object target, Method method,
				@Nullable Object[] args) {
			if (!ReactiveCall.isPossible(method)) {
				return super.execute(invoker, target, method, args);
			}
			ReactiveCall call = new ReactiveCall();
			this.call.set(call);
			try {
				return super.execute(() -> {
					this.call.remove();
					return call.looking(invoker.invoke());
				}, target, method, args);
			}
			finally {
				this.call.remove();
			}
		}

		@Override
		protected Collection<? extends Cache> getCaches(CacheOperationInvocationContext<CacheOperation> context,
				CacheResolver cacheResolver) {
			Collection<? extends Cache> caches = super.getCaches(context, cacheResolver);
			ForgottenEvictions detector = this.invocations.detector.get();
			if (detector != null && context.getOperation() instanceof CacheableOperation) {
				detector.loads(caches.stream().map(Cache::getName).toList());
			}
			Collection<? extends Cache> views = this.invocations.views(caches, context.getOperation(), context);
			ReactiveCall call = this.call.get();
			if (call != null) {
				views.forEach((view) -> in(call, view));
			}
			return views;
		}

		private static void in(ReactiveCall call, Cache view) {
			if (view instanceof CacheInvocation invocation) {
				invocation.in(call);
			}
		}

	}

}
