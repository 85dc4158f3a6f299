package io.perfstarter.coherence.cache;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.support.SimpleValueWrapper;

/**
 * A cache whose entries know their group and the evictions before them, so that a hit on
 * an evicted entry is a miss.
 *
 * <p>
 * Keys must have {@code equals} and {@code hashCode}; values are held by reference and
 * may be {@code null}. Loads of one key by {@link #get(Object, Callable)} and
 * {@link #retrieve(Object, Supplier)} are done once for all who wait, and no eviction
 * waits for a load. Thread-safe.
 */
final class GuardedCache implements Cache {

	/**
	 * How many evictions of single keys, and of groups, are remembered exactly.
	 */
	static final int REMEMBERED_EVICTIONS = 10_000;

	private final Cache store;

	private final @Nullable GroupExpression groupExpression;

	private final Generations generations = new Generations(REMEMBERED_EVICTIONS);

	private final SingleFlight loads = new SingleFlight();

	private final LongAdder hits = new LongAdder();

	private final LongAdder misses = new LongAdder();

	private final LongAdder puts = new LongAdder();

	GuardedCache(Cache store, @Nullable GroupExpression groupExpression) {
		this.store = store;
		this.groupExpression = groupExpression;
	}

	@Override
	public String getName() {
		return this.store.getName();
	}

	@Override
	public Object getNativeCache() {
		return this.store.getNativeCache();
	}

	@Override
	public @Nullable ValueWrapper get(Object key) {
		GuardedEntry entry = find(key);
		return (entry != null) ? new SimpleValueWrapper(entry.value()) : null;
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
		GuardedEntry entry = find(key);
		Object value = (entry != null) ? entry.value() : null;
		if (value != null && type != null && !type.isInstance(value)) {
			throw new IllegalStateException(
					"Cached value is not of required type [" + type.getName() + "]: " + value.getClass().getName());
		}
		return (T) value;
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
		GuardedEntry entry = find(key);
		if (entry != null) {
			return (T) entry.value();
		}
		long stamp = this.generations.stamp();
		try {
			return (T) this.loads.load(key, stamp, () -> {
				try {
					return CompletableFuture.completedFuture(keep(key, valueLoader.call(), stamp));
				}
				catch (Exception ex) {
					return CompletableFuture.failedFuture(ex);
				}
			}).join();
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
		ValueWrapper value = get(key);
		return (value != null) ? CompletableFuture.completedFuture(value) : null;
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		GuardedEntry entry = find(key);
		if (entry != null) {
			return CompletableFuture.completedFuture((T) entry.value());
		}
		long stamp = this.generations.stamp();
		return (CompletableFuture<T>) this.loads
			.load(key, stamp, () -> valueLoader.get().thenApply((value) -> keep(key, value, stamp)))
			.copy();
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		keep(key, value, this.generations.stamp());
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		GuardedEntry mine = new GuardedEntry(value, groupOf(key, value), this.generations.stamp());
		while (true) {
			GuardedEntry present = entryIn(this.store.putIfAbsent(key, mine));
			if (present == null) {
				this.puts.increment();
				return null;
			}
			if (!isStale(key, present)) {
				return new SimpleValueWrapper(present.value());
			}
			this.store.evict(key);
		}
	}

	@Override
	public void evict(Object key) {
		this.generations.evictKey(key);
		this.store.evict(key);
	}

	@Override
	public boolean evictIfPresent(Object key) {
		boolean present = entryIn(this.store.get(key)) != null;
		evict(key);
		return present;
	}

	/**
	 * Makes all entries of the group stale, and those without a group, in one step.
	 * @param group the group; {@code null} for the entries without a group alone
	 */
	void evictGroup(@Nullable Object group) {
		this.generations.evictGroup(group);
	}

	@Override
	public void clear() {
		this.generations.evictAll();
		this.store.clear();
	}

	@Override
	public boolean invalidate() {
		clear();
		return true;
	}

	long hits() {
		return this.hits.sum();
	}

	long misses() {
		return this.misses.sum();
	}

	long puts() {
		return this.puts.sum();
	}

	private @Nullable GuardedEntry find(Object key) {
		GuardedEntry entry = entryIn(this.store.get(key));
		if (entry == null || isStale(key, entry)) {
			this.misses.increment();
			return null;
		}
		this.hits.increment();
		return entry;
	}

	private @Nullable Object keep(Object key, @Nullable Object value, long stamp) {
		GuardedEntry entry = new GuardedEntry(value, groupOf(key, value), stamp);
		if (!isStale(key, entry)) {
			this.store.put(key, entry);
			this.puts.increment();
		}
		return value;
	}

	private boolean isStale(Object key, GuardedEntry entry) {
		return this.generations.isStale(key, entry.group(), entry.stamp());
	}

	private @Nullable Object groupOf(Object key, @Nullable Object value) {
		return (this.groupExpression != null) ? this.groupExpression.groupOf(key, value) : null;
	}

	private @Nullable GuardedEntry entryIn(@Nullable ValueWrapper stored) {
		return (stored != null) ? (GuardedEntry) stored.get() : null;
	}

}
