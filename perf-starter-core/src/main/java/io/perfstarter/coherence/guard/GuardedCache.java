package io.perfstarter.coherence.guard;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.perfstarter.coherence.guard.CacheGuard.Origin;
import io.perfstarter.coherence.guard.CacheGuard.PutRefusal;
import io.perfstarter.coherence.guard.OwnEvictions.Change;
import io.perfstarter.coherence.guard.SingleFlight.Loaded;
import io.perfstarter.coherence.guard.ThreadReads.Miss;
import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.support.AbstractValueAdaptingCache;
import org.springframework.cache.support.NullValue;

/**
 * A cache that never stores an uncommitted value and never serves an evicted entry, even
 * if its value was loaded before the eviction and put after it.
 *
 * <p>
 * Keys must have {@code equals} and {@code hashCode}; values are held by reference. Loads
 * of one key by {@link #get(Object, Callable)} and {@link #retrieve(Object, Supplier)}
 * are shared by concurrent callers, and evictions do not wait for loads. Evictions and
 * changes are passed to {@link CacheChanges}. Cached methods use it through a
 * {@link CacheInvocation}. Thread-safe.
 */
final class GuardedCache implements Cache {

	private final Cache store;

	private final GuardedStore entries;

	private final CacheGuard guard;

	private final SingleFlight loads;

	private final boolean allowsNull;

	GuardedCache(Cache store, @Nullable GroupExpression groupExpression, @Nullable Duration timeToLive,
			CacheGuard guard) {
		this.store = store;
		this.entries = new GuardedStore(store, groupExpression, timeToLive, guard);
		this.guard = guard;
		this.loads = new SingleFlight(this.entries::isServable);
		this.allowsNull = !(store instanceof AbstractValueAdaptingCache adapting) || adapting.isAllowNullValues();
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
			this.guard.missed(id(key));
		}
		return entry;
	}

	@Override
	public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
		return typed(get(key), type);
	}

	@SuppressWarnings("unchecked")
	static <T> @Nullable T typed(@Nullable ValueWrapper entry, @Nullable Class<T> type) {
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
		Outcome outcome = load(key, finished, () -> called(valueLoader), true).handle(Outcome::new).join();
		Loaded loaded = outcome.loaded();
		if (loaded != null) {
			this.guard.served(loaded.stamp(), loaded.ofUnknownAge());
			return (T) loaded.value();
		}
		if (outcome.failure() instanceof Error error) {
			throw error;
		}
		throw new ValueRetrievalException(key, valueLoader, outcome.failure());
	}

	@Override
	public @Nullable CompletableFuture<?> retrieve(Object key) {
		ValueWrapper entry = get(key);
		return (entry != null) ? CompletableFuture.completedFuture(entry) : null;
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		long finished = this.loads.finished();
		GuardedEntry entry = find(key);
		if (entry != null) {
			return CompletableFuture.completedFuture((T) entry.get());
		}
		CompletableFuture<T> retrieved = new CompletableFuture<>();
		load(key, finished, valueLoader, false).whenComplete((loaded, failure) -> {
			if (failure != null) {
				retrieved.completeExceptionally(failure);
			}
			else {
				retrieved.complete((T) loaded.value());
			}
		});
		return retrieved;
	}

	/**
	 * Stores a value. Without a miss, or if a write followed the miss, it is a change. If
	 * only reads followed, it is a load. If no statement was observed, the other
	 * instances only doubt the cache, so that loads do not evict each other's entries.
	 */
	@Override
	public void put(Object key, @Nullable Object value) {
		Miss miss = this.guard.forget(id(key));
		Origin origin = this.guard.originOf(miss);
		if (miss != null && origin == Origin.LOAD) {
			loaded(key, value, this.guard.sinceUnitOfWork(miss.read()));
			return;
		}
		if (this.guard.hasRolledBack()) {
			uncommitted(key, true);
			return;
		}
		Read since = readOfPut(miss);
		if (origin == Origin.DOUBTFUL) {
			since.ofUnknownAge();
		}
		change(key, value, since, false, (origin == Origin.DOUBTFUL) ? this::doubt : this::announceKey);
	}

	private void doubt(Object key) {
		CacheChanges changes = this.guard.changes();
		if (changes != null) {
			changes.doubt(Event.keys(getName(), List.of(key)));
		}
	}

	/**
	 * Stores a value if there is none. Of several concurrent callers, one stores its
	 * value. In a writing transaction, each caller stores its value at the commit.
	 * Returns {@code null} also if the value is refused.
	 */
	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		Object storable = storable(value);
		Miss miss = this.guard.forget(id(key));
		GuardedEntry present = find(key);
		if (present != null) {
			return present;
		}
		Read since = readOfPut(miss);
		this.guard.received(since);
		if (this.guard.transaction().mayWrite()) {
			keep(key, storable, since);
			return null;
		}
		if (this.guard.mayBeUncommitted(since)) {
			this.guard.refused(PutRefusal.TRANSACTION);
			return null;
		}
		return mayKeep(since) ? this.entries.keepIfAbsent(key, storable, since) : null;
	}

	@Override
	public void evict(Object key) {
		evictIfPresent(key);
	}

	@Override
	public boolean evictIfPresent(Object key) {
		this.entries.beginChange(key, this.guard.stampSinceUnitOfWork(), false, this.guard.ownEvictions());
		boolean present = this.store.evictIfPresent(key);
		announceKey(key);
		return present;
	}

	@Override
	public void clear() {
		invalidate();
	}

	@Override
	public boolean invalidate() {
		boolean present = this.entries.clear(this.guard.ownEvictions());
		announce(Event.all(getName()));
		return present;
	}

	private void announceKey(Object key) {
		announce(Event.keys(getName(), List.of(key)));
	}

	/**
	 * Passes a change to its receiver. Without a receiver, repeats the eviction after the
	 * commit, because the old value may be loaded again until then.
	 */
	private void announce(Event event) {
		CacheChanges changes = this.guard.changes();
		if (changes != null) {
			changes.evict(event);
		}
		else if (this.guard.transaction().mayWrite()) {
			this.guard.transaction().unlessRolledBack(() -> {
				this.entries.bump(event);
				this.entries.remove(event);
			});
		}
	}

	/**
	 * Finds a valid entry, or what the current transaction stores at its commit.
	 */
	@Nullable GuardedEntry find(Object key) {
		GuardedEntry entry = this.entries.find(key);
		if (entry == null) {
			PendingValues pending = this.guard.transaction().currentPending();
			entry = (pending != null) ? pending.find(id(key)) : null;
		}
		return (entry != null && this.guard.hit(entry, this.entries.doubt(entry))) ? entry : null;
	}

	/**
	 * Returns the audit if it selects the next hit.
	 */
	@Nullable CacheAudit audit() {
		return this.guard.audit(getName());
	}

	/**
	 * Describes a hit for the audit.
	 * @param call loads the value again
	 */
	ServedValues.ServedValue served(Object key, GuardedEntry entry, Callable<@Nullable Object> call) {
		return new ServedValues.ServedValue(getName(), entry.get(), () -> this.guard.bypassing(call), () -> {
			GuardedEntry present = this.entries.find(key);
			return present != null && present.stamp() == entry.stamp();
		});
	}

	Read read() {
		return this.guard.read();
	}

	/**
	 * Returns the number of rollbacks of the current thread, also to savepoints.
	 */
	long rollbacks() {
		return this.guard.rollbacks();
	}

	/**
	 * Stores the value of a read, unless it is too old or may be uncommitted.
	 */
	void loaded(Object key, @Nullable Object value, Read read) {
		Object storable = storable(value);
		this.guard.received(read);
		keep(key, storable, read);
		this.guard.served(read.stamp(), read.isOfUnknownAge());
	}

	/**
	 * Refuses a value that may be uncommitted. A change evicts the entry all the same.
	 */
	void uncommitted(Object key, boolean change) {
		if (change) {
			evict(key);
		}
		this.guard.refused(PutRefusal.TRANSACTION);
	}

	/**
	 * Evicts the entry, and stores the changed value after the commit. Does not store it
	 * in a read-only transaction, or if another caller has evicted the entry since the
	 * computation of the value began.
	 * @param ofCall whether the value is the result of a call, which may itself have
	 * evicted the entry at its commits
	 */
	void change(Object key, @Nullable Object value, Read since, boolean ofCall) {
		change(key, value, since, ofCall, this::announceKey);
	}

	private void change(Object key, @Nullable Object value, Read since, boolean ofCall, Consumer<Object> announcement) {
		Object storable = storable(value);
		this.guard.received(since);
		boolean kept = mayKeep(since);
		Change change = this.entries.beginChange(key, since.stamp(), ofCall, this.guard.ownEvictions());
		announcement.accept(key);
		if (!kept) {
			return;
		}
		if (change == null) {
			this.guard.refused(PutRefusal.EVICTED);
		}
		else if (this.guard.transaction().isReadOnly()) {
			// Changes in a read-only transaction, such as changes of an entity, may never
			// be written.
			this.guard.refused(PutRefusal.TRANSACTION);
		}
		else {
			onceCommitted(key, new PendingValues.PendingValue(storable, since, change));
		}
	}

	/**
	 * Refuses a value, because the time of its read is unknown.
	 */
	void unknown(@Nullable Object value) {
		storable(value);
		this.guard.refused(PutRefusal.UNKNOWN);
	}

	private void keep(Object key, @Nullable Object value, Read read) {
		if (mayKeep(read)) {
			onceCommitted(key, new PendingValues.PendingValue(value, read, null));
		}
	}

	/**
	 * Returns whether the time of a read is known and the gate accepts the read. The gate
	 * may make the read older. Counts a refusal.
	 */
	private boolean mayKeep(Read read) {
		if (read.isUnknown()) {
			this.guard.refused(PutRefusal.UNKNOWN);
			return false;
		}
		this.guard.askGate(read);
		if (read.stamp() == PutGate.NEVER) {
			this.guard.refused(PutRefusal.GATE);
			return false;
		}
		return true;
	}

	private void onceCommitted(Object key, PendingValues.PendingValue value) {
		if (this.guard.transaction().mayWrite()) {
			if (!this.guard.transaction().pending().add(id(key), value)) {
				this.guard.refused(PutRefusal.TRANSACTION);
			}
		}
		else if (value.read().isWriting()) {
			// The value was read in a transaction whose outcome this thread does not
			// know.
			this.guard.refused(PutRefusal.TRANSACTION);
		}
		else {
			this.entries.store(key, value);
		}
	}

	/**
	 * Loads a value, or takes it from a load that has finished since the caller's miss.
	 */
	private <T extends @Nullable Object> CompletableFuture<Loaded> load(Object key, long finished,
			Supplier<CompletableFuture<T>> loader, boolean waits) {
		Read read = this.guard.read();
		Supplier<CompletableFuture<Loaded>> load = () -> {
			GuardedEntry entry = (this.loads.finished() != finished) ? this.entries.find(key) : null;
			return (entry != null)
					? CompletableFuture.completedFuture(new Loaded(entry.get(), entry.asOf(), entry.isOfUnknownAge()))
					: begun(key, loader, read);
		};
		// Other callers must see neither uncommitted changes nor values that may have
		// been read at any time.
		boolean alone = read.isWriting() || read.isUnknown();
		return alone ? load.get() : this.loads.load(key, read.stamp(), waits, load);
	}

	/**
	 * Completes with the exception of the loader itself. Dependent futures would wrap it.
	 */
	private <T extends @Nullable Object> CompletableFuture<Loaded> begun(Object key,
			Supplier<CompletableFuture<T>> loader, Read read) {
		CompletableFuture<Loaded> loaded = new CompletableFuture<>();
		try {
			CompletableFuture<T> loading = loader.get();
			this.guard.received(read);
			loading.whenComplete((value, failure) -> {
				try {
					if (failure == null) {
						loaded(key, value, read);
						loaded.complete(new Loaded(value, read.asOf(), read.isOfUnknownAge()));
					}
					else {
						loaded.completeExceptionally(failure);
					}
				}
				catch (Throwable ex) {
					loaded.completeExceptionally(ex);
				}
			});
		}
		catch (Throwable ex) {
			loaded.completeExceptionally(ex);
		}
		return loaded;
	}

	/**
	 * Returns the read of a value that is put. The read is as old as the current request
	 * or transaction, or as the miss if the miss is older.
	 */
	private Read readOfPut(@Nullable Miss miss) {
		Read read = this.guard.readSinceUnitOfWork();
		if (miss != null && miss.read().stamp() < read.stamp()) {
			read = miss.read();
		}
		return this.guard.ofKnownUnit(read);
	}

	private EntryId id(Object key) {
		return new EntryId(this.entries, key);
	}

	private @Nullable Object storable(@Nullable Object value) {
		if (!this.allowsNull && value == null) {
			throw new IllegalArgumentException(
					"Cache '%s' is configured to not allow null values but null was provided".formatted(getName()));
		}
		return (this.allowsNull && value instanceof NullValue) ? null : value;
	}

	private static <T extends @Nullable Object> CompletableFuture<T> called(Callable<T> loader) {
		try {
			return CompletableFuture.completedFuture(loader.call());
		}
		catch (Exception ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/**
	 * The outcome of a load.
	 *
	 * @param loaded the value, {@code null} after a failure
	 * @param failure the exception of the loader
	 */
	private record Outcome(@Nullable Loaded loaded, @Nullable Throwable failure) {

	}

}
