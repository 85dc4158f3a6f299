package io.perfstarter.coherence.cache;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import io.perfstarter.coherence.cache.CacheGuard.PutRefusal;
import io.perfstarter.coherence.cache.SingleFlight.Loaded;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;

/**
 * A cache that never serves an evicted entry, even if its value was loaded before and put
 * after the eviction, and never stores an uncommitted value.
 *
 * <p>
 * Keys must have {@code equals} and {@code hashCode}; values are held by reference and
 * may be {@code null}. Loads of one key by {@link #get(Object, Callable)} and
 * {@link #retrieve(Object, Supplier)} are shared by concurrent callers, and evictions do
 * not wait for loads. A {@link #put} after a miss ends the read of the miss; any other
 * put counts as a change. A value counts as old as the oldest cached entry that its
 * thread received during the load, except in later stages of an asynchronous load.
 * Thread-safe.
 */
final class GuardedCache implements Cache {

	private final Cache store;

	private final GuardedStore entries;

	private final CacheGuard guard;

	private final SingleFlight loads;

	private final AsyncMisses asyncMisses = new AsyncMisses();

	GuardedCache(Cache store, @Nullable GroupExpression groupExpression, @Nullable Duration timeToLive,
			CacheGuard guard) {
		this.store = store;
		this.entries = new GuardedStore(store, groupExpression, timeToLive, guard);
		this.guard = guard;
		this.loads = new SingleFlight(this.entries::isServable);
	}

	@Override
	public String getName() {
		return this.store.getName();
	}

	@Override
	public Object getNativeCache() {
		return this.store.getNativeCache();
	}

	/**
	 * Returns the entries, for evictions from several caches.
	 */
	GuardedStore entries() {
		return this.entries;
	}

	@Override
	public @Nullable ValueWrapper get(Object key) {
		GuardedEntry entry = find(key);
		if (entry == null) {
			this.guard.openReads().leave(this, key, this.guard.read());
		}
		return entry;
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
		ValueWrapper entry = get(key);
		Object value = (entry != null) ? entry.get() : null;
		if (value != null && type != null && !type.isInstance(value)) {
			throw new IllegalStateException(
					"Cached value is not of required type [" + type.getName() + "]: " + value.getClass().getName());
		}
		return (T) value;
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
		long finished = this.loads.finished();
		GuardedEntry entry = find(key);
		if (entry != null) {
			return (T) entry.get();
		}
		try {
			Loaded loaded = load(key, finished, () -> called(valueLoader)).join();
			this.guard.served(loaded.stamp());
			return (T) loaded.value();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw new ValueRetrievalException(key, valueLoader, ex.getCause());
		}
	}

	@Override
	public @Nullable CompletableFuture<?> retrieve(Object key) {
		GuardedEntry entry = find(key);
		if (entry == null) {
			this.asyncMisses.leave(key, this.guard.read());
			return null;
		}
		return CompletableFuture.completedFuture(entry);
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		long finished = this.loads.finished();
		GuardedEntry entry = find(key);
		if (entry != null) {
			return CompletableFuture.completedFuture((T) entry.get());
		}
		return (CompletableFuture<T>) load(key, finished, valueLoader::get).thenApply(Loaded::value);
	}

	/**
	 * Stores the loaded value of a miss. Without a miss, the value is a change: values
	 * that were read before are not stored any more, nor is the value itself before its
	 * commit.
	 */
	@Override
	public void put(Object key, @Nullable Object value) {
		Read read = readOf(key);
		if (read != null) {
			keep(key, value, read);
			this.guard.served(read.stamp());
		}
		else if (this.guard.transaction().mayWrite()) {
			evict(key);
			this.guard.refused(PutRefusal.TRANSACTION);
		}
		else if (mayHaveForgottenItsRead()) {
			evict(key);
			this.guard.refused(PutRefusal.UNKNOWN);
		}
		else {
			this.entries.replace(key, value);
		}
	}

	/**
	 * Stores a value if there is none. Not atomic: two concurrent callers may both find
	 * no entry.
	 */
	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		GuardedEntry present = find(key);
		if (present == null) {
			Read read = readOf(key);
			keep(key, value, (read != null) ? read : this.guard.read());
		}
		return present;
	}

	@Override
	public void evict(Object key) {
		evictIfPresent(key);
	}

	@Override
	public boolean evictIfPresent(Object key) {
		boolean present = this.entries.evict(key);
		again(() -> this.entries.evict(key));
		return present;
	}

	@Override
	public void clear() {
		this.entries.clear();
		again(this.entries::clear);
	}

	@Override
	public boolean invalidate() {
		clear();
		return true;
	}

	/**
	 * Repeats the eviction after the commit, because the old value may be loaded again
	 * before it.
	 */
	private void again(Runnable eviction) {
		if (this.guard.transaction().mayWrite()) {
			this.guard.transaction().unlessRolledBack(eviction);
		}
	}

	private @Nullable GuardedEntry find(Object key) {
		GuardedEntry entry = this.entries.find(key);
		if (entry != null) {
			this.guard.served(entry.stamp());
		}
		return entry;
	}

	/**
	 * Loads a value, unless another load has finished since the miss of the caller.
	 */
	private <T extends @Nullable Object> CompletableFuture<Loaded> load(Object key, long finished,
			Supplier<CompletableFuture<T>> loader) {
		Read read = this.guard.read();
		Supplier<CompletableFuture<Loaded>> load = () -> {
			GuardedEntry entry = (this.loads.finished() != finished) ? this.entries.find(key) : null;
			return (entry != null) ? CompletableFuture.completedFuture(new Loaded(entry.get(), entry.stamp()))
					: begun(loader, read).thenApply((value) -> keep(key, value, read));
		};
		// Uncommitted changes must not be visible to other callers.
		return this.guard.transaction().mayWrite() ? load.get() : this.loads.load(key, read.stamp(), load);
	}

	private <T extends @Nullable Object> CompletableFuture<T> begun(Supplier<CompletableFuture<T>> loader, Read read) {
		OpenReads reads = this.guard.openReads();
		reads.begin(read);
		try {
			return loader.get();
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(ex);
		}
		finally {
			reads.end(read);
		}
	}

	private Loaded keep(Object key, @Nullable Object value, Read read) {
		this.guard.askGate(read);
		if (read.stamp() == PutGate.NEVER) {
			this.guard.refused(PutRefusal.GATE);
		}
		else if (!this.guard.transaction().mayWrite()) {
			this.entries.keep(key, value, read);
		}
		else if (!this.guard.transaction()
			.ifCommitted(() -> this.entries.keep(key, value, read), () -> this.guard.refused(PutRefusal.TRANSACTION))) {
			this.guard.refused(PutRefusal.TRANSACTION);
		}
		return new Loaded(value, read.stamp());
	}

	private @Nullable Read readOf(Object key) {
		Read read = this.guard.openReads().take(this, key);
		return (read != null) ? read : this.asyncMisses.take(key);
	}

	private boolean mayHaveForgottenItsRead() {
		long now = this.guard.ticks().next();
		return this.guard.openReads().mayHaveForgotten(now) || this.asyncMisses.mayHaveForgotten(now);
	}

	private static <T extends @Nullable Object> CompletableFuture<T> called(Callable<T> loader) {
		try {
			return CompletableFuture.completedFuture(loader.call());
		}
		catch (Exception ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

}
