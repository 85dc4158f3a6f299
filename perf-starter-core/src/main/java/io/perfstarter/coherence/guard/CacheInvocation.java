package io.perfstarter.coherence.guard;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;

/**
 * A guarded cache as one invocation of a cached method uses it. A put belongs to the miss
 * of this invocation, on any thread.
 *
 * <p>
 * The invocation passes it between threads, and publishes it safely.
 */
final class CacheInvocation implements Cache {

	private final GuardedCache cache;

	private final boolean change;

	private final long rollbacks;

	private final @Nullable BiConsumer<Object, GuardedEntry> audit;

	private @Nullable Read read;

	private @Nullable ReactiveCall call;

	private @Nullable ChangingCall changing;

	private CacheInvocation(GuardedCache cache, boolean change, @Nullable Read read,
			@Nullable BiConsumer<Object, GuardedEntry> audit) {
		this.audit = audit;
		this.cache = cache;
		this.change = change;
		this.rollbacks = (change) ? cache.rollbacks() : 0;
		this.read = read;
	}

	/**
	 * A load that begins with the miss.
	 */
	static CacheInvocation load(GuardedCache cache) {
		return new CacheInvocation(cache, false, null, null);
	}

	/**
	 * A load that begins with the miss. A hit is audited if the audit selects it.
	 */
	static CacheInvocation load(GuardedCache cache, CacheOperationInvocationContext<?> call) {
		CacheAudit audit = cache.audit();
		if (audit == null) {
			return load(cache);
		}
		CachedCall again = new CachedCall(call.getTarget(), call.getMethod(), call.getArgs());
		return new CacheInvocation(cache, false, null, (key, entry) -> audit.audit(cache.served(key, entry, again)));
	}

	/**
	 * A load that has begun, even without a miss.
	 */
	static CacheInvocation begunLoad(GuardedCache cache) {
		return new CacheInvocation(cache, false, cache.read(), null);
	}

	/**
	 * A change that has begun.
	 */
	static CacheInvocation change(GuardedCache cache) {
		return new CacheInvocation(cache, true, cache.read(), null);
	}

	/**
	 * Makes this invocation a part of a call.
	 */
	CacheInvocation in(@Nullable ReactiveCall call) {
		this.call = call;
		return this;
	}

	/**
	 * Makes this invocation a change of a call.
	 */
	CacheInvocation changingIn(@Nullable ReactiveCall call, CacheOperation operation, @Nullable ChangingCall changing) {
		if (call != null) {
			call.changes(getName(), operation);
		}
		this.changing = changing;
		return in(call);
	}

	@Override
	public String getName() {
		return this.cache.getName();
	}

	@Override
	public Object getNativeCache() {
		return this.cache.getNativeCache();
	}

	@Override
	public @Nullable ValueWrapper get(Object key) {
		GuardedEntry entry = this.cache.find(key);
		if (entry == null) {
			miss();
		}
		else if (this.audit != null) {
			this.audit.accept(key, entry);
		}
		return entry;
	}

	/**
	 * Audits the hit that the cache itself is about to find.
	 */
	private void auditHit(Object key) {
		if (this.audit != null) {
			get(key);
		}
	}

	@Override
	public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
		return GuardedCache.typed(get(key), type);
	}

	@Override
	public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
		auditHit(key);
		return this.cache.get(key, valueLoader);
	}

	@Override
	public @Nullable CompletableFuture<?> retrieve(Object key) {
		ValueWrapper entry = get(key);
		return (entry != null) ? CompletableFuture.completedFuture(entry) : null;
	}

	@Override
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		auditHit(key);
		return this.cache.retrieve(key, valueLoader);
	}

	private void miss() {
		if (this.read == null) {
			this.read = this.cache.read();
		}
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		if (this.change) {
			changed(Event.keys(getName(), List.of(key)));
		}
		if (this.call != null && this.call.isInTransaction()) {
			this.cache.uncommitted(key, this.change);
		}
		else if (this.read == null) {
			this.cache.unknown(value);
		}
		else if (this.change) {
			change(key, value, this.read);
		}
		else {
			this.cache.loaded(key, value, this.read);
		}
	}

	/**
	 * Stores the value unless the call, which returns normally, has rolled back anything.
	 */
	private void change(Object key, @Nullable Object value, Read since) {
		if (this.cache.rollbacks() != this.rollbacks) {
			this.cache.evict(key);
			return;
		}
		try {
			this.cache.change(key, value, since, true);
		}
		catch (IllegalArgumentException ex) {
			// The store refuses null, but the data has changed.
			this.cache.evict(key);
			throw ex;
		}
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		return this.cache.putIfAbsent(key, value);
	}

	@Override
	public void evict(Object key) {
		evictIfPresent(key);
	}

	@Override
	public boolean evictIfPresent(Object key) {
		changed(Event.keys(getName(), List.of(key)));
		return this.cache.evictIfPresent(key);
	}

	@Override
	public void clear() {
		invalidate();
	}

	@Override
	public boolean invalidate() {
		changed(Event.all(getName()));
		return this.cache.invalidate();
	}

	private void changed(Event event) {
		if (this.call != null) {
			this.call.changed(event);
		}
		if (this.changing != null) {
			this.changing.changed(event);
		}
	}

	/**
	 * Calls a cached method again, without its advice, to load the value.
	 *
	 * @param target the object behind the proxy
	 * @param method the method
	 * @param args the arguments
	 */
	private record CachedCall(Object target, Method method,
			@Nullable Object[] args) implements Callable<@Nullable Object> {

		private static final long LONGEST_SECONDS = 60;

		@Override
		public @Nullable Object call() throws Exception {
			Object result = invoke();
			if (result instanceof Optional<?> optional) {
				return optional.orElse(null);
			}
			return (result instanceof CompletionStage<?> stage)
					? stage.toCompletableFuture().get(LONGEST_SECONDS, TimeUnit.SECONDS) : result;
		}

		private @Nullable Object invoke() throws Exception {
			try {
				return AopUtils.invokeJoinpointUsingReflection(this.target, this.method, this.args);
			}
			catch (Exception | Error ex) {
				throw ex;
			}
			catch (Throwable ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
