package io.perfstarter.coherence.guard;

import java.util.LinkedHashMap;
import java.util.Map;

import io.perfstarter.coherence.guard.CacheGuard.PutRefusal;
import io.perfstarter.coherence.guard.OwnEvictions.Change;
import org.jspecify.annotations.Nullable;

/**
 * The values that a transaction stores after its commit: the last value of each entry.
 * Until the transaction completes, it can read them itself. Confined to the thread.
 */
final class PendingValues {

	private final int capacity;

	private final Map<EntryId, PendingValue> values = new LinkedHashMap<>();

	private boolean completing;

	PendingValues(int capacity) {
		this.capacity = capacity;
	}

	/**
	 * Adds a value. A load that an eviction has overtaken does not replace a valid value.
	 * @return whether there is room for it
	 */
	boolean add(EntryId entry, PendingValue value) {
		if (this.values.size() >= this.capacity && !this.values.containsKey(entry)) {
			return false;
		}
		if (find(entry) == null || entry.store().find(entry.key(), value) != null) {
			this.values.put(entry, value);
		}
		return true;
	}

	/**
	 * Returns the entry of a value, {@code null} if it will not be stored.
	 */
	@Nullable GuardedEntry find(EntryId entry) {
		PendingValue value = this.values.get(entry);
		return (value != null && !this.completing) ? entry.store().find(entry.key(), value) : null;
	}

	/**
	 * Discards values that the transaction has changed again.
	 * @param group a group of entries, {@code null} for the entries without one
	 */
	void discardGroup(GuardedStore store, @Nullable Object group) {
		this.values.entrySet().removeIf((pending) -> {
			EntryId entry = pending.getKey();
			Object own = (entry.store() == store) ? store.groupOf(entry.key(), pending.getValue()) : null;
			return entry.store() == store && (own == null || own.equals(group));
		});
	}

	void discardAll(GuardedStore store) {
		this.values.keySet().removeIf((entry) -> entry.store() == store);
	}

	void discard(EntryId entry) {
		this.values.remove(entry);
	}

	/**
	 * Hides the values, because the transaction is about to commit or is rolled back.
	 */
	void completing() {
		this.completing = true;
	}

	/**
	 * Stores the values, or refuses them after a rollback or an unknown outcome.
	 */
	void completed(boolean committed, Failures failures) {
		this.values.forEach((entry, value) -> {
			if (committed) {
				failures.collect(() -> entry.store().store(entry.key(), value));
			}
			else {
				entry.store().refused(PutRefusal.TRANSACTION);
			}
		});
	}

	/**
	 * A value to store, which may have to wait for the commit of its transaction.
	 *
	 * @param value the value
	 * @param read the read of the value
	 * @param change the change that the value is the result of, {@code null} for a load
	 */
	record PendingValue(@Nullable Object value, Read read, @Nullable Change change) {

	}

}
