package io.perfstarter.coherence.cache;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The evictions that a transaction or a request itself causes by changing entries, so
 * that they are told from those of others. Confined to the thread.
 *
 * <p>
 * An eviction is its own as long as it directly follows its own previous eviction of the
 * key.
 */
final class OwnEvictions {

	private final int capacity;

	private final Map<EntryId, Change> changes = new LinkedHashMap<>();

	OwnEvictions(int capacity) {
		this.capacity = capacity;
	}

	/**
	 * Records the eviction by which a change starts.
	 * @param previous the previous eviction of the key
	 * @param number the eviction
	 * @param since the time at which the new value was begun to be computed
	 * @param after whether the value was computed after the evictions that directly
	 * precede this one, at commits of its own call
	 * @return the change, {@code null} if others have evicted the key since
	 */
	@Nullable Change begin(EntryId entry, long previous, long number, long since, boolean after) {
		Change latest = this.changes.remove(entry);
		boolean follows = latest != null && latest.number == previous
				&& (!latest.evictionOnly || (after && latest.previous <= since));
		if (previous > since && !follows) {
			return null;
		}
		Change change = new Change(previous, number, false);
		put(entry, change);
		return change;
	}

	private void put(EntryId entry, Change change) {
		this.changes.put(entry, change);
		if (this.changes.size() > this.capacity) {
			Iterator<Change> eldest = this.changes.values().iterator();
			eldest.next();
			eldest.remove();
		}
	}

	void forget() {
		this.changes.clear();
	}

	/**
	 * Keeps of a change only its eviction, so that its value is not stored.
	 */
	void discard(EntryId entry) {
		this.changes.computeIfPresent(entry, (ignored, change) -> new Change(change.previous, change.number, true));
	}

	/**
	 * Records any further eviction.
	 */
	void follow(EntryId entry, long previous, long number) {
		Change latest = this.changes.get(entry);
		if (latest == null || (latest.evictionOnly && latest.number != previous)) {
			put(entry, new Change(previous, number, true));
		}
		else if (latest.number == previous) {
			latest.number = number;
		}
	}

	boolean isLatest(EntryId entry, Change change) {
		return this.changes.get(entry) == change;
	}

	/**
	 * The change of one entry.
	 */
	static final class Change {

		private final long previous;

		private final boolean evictionOnly;

		private long number;

		private Change(long previous, long number, boolean evictionOnly) {
			this.previous = previous;
			this.number = number;
			this.evictionOnly = evictionOnly;
		}

		/**
		 * Returns the last own eviction of the key.
		 */
		long number() {
			return this.number;
		}

	}

}
