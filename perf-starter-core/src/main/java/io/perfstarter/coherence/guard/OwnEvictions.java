package io.perfstarter.coherence.guard;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import io.perfstarter.coherence.guard.RecentEvictions.Recorded;
import org.jspecify.annotations.Nullable;

/**
 * The evictions that a transaction or a request itself causes by changing entries, to
 * distinguish them from evictions by others. Confined to the thread.
 *
 * <p>
 * An eviction is an own eviction if it directly follows the previous own eviction of the
 * key, or of all entries of the cache.
 */
final class OwnEvictions {

	private final int capacity;

	private final Map<EntryId, Change> changes = new LinkedHashMap<>();

	private final Map<GuardedStore, Clear> clears = new HashMap<>();

	private boolean completing;

	OwnEvictions(int capacity) {
		this.capacity = capacity;
	}

	/**
	 * Records the eviction by which a change starts.
	 * @param previous the previous eviction of the key
	 * @param number the eviction
	 * @param since the time at which the computation of the new value began
	 * @param ofCall whether the value is the result of a call; the evictions at commits
	 * of the call came before the value was computed
	 * @return the change, {@code null} if others have evicted the key since
	 */
	@Nullable Change begin(EntryId entry, long previous, long number, long since, boolean ofCall) {
		Change latest = this.changes.remove(entry);
		boolean follows = latest != null && latest.number == previous
				&& (!latest.evictionOnly || (ofCall && latest.previous <= since));
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

	/**
	 * Records that the transaction completes. From now on, it repeats its evictions.
	 */
	void completing() {
		this.completing = true;
	}

	void forget() {
		this.changes.clear();
		this.clears.clear();
	}

	/**
	 * Keeps only the eviction of a change, so that its value is not stored.
	 */
	void discard(EntryId entry) {
		this.changes.computeIfPresent(entry, (ignored, change) -> new Change(change.previous, change.number, true));
	}

	/**
	 * Records an eviction that begins no change, such as at the commit.
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
	 * Records an eviction of all entries. Values that were read before do not survive it.
	 */
	void clear(GuardedStore store, Recorded clear) {
		Clear latest = this.clears.get(store);
		long before = (latest != null && latest.number == clear.previous()) ? latest.before : clear.previous();
		this.clears.put(store, new Clear(before, clear.number(), clear.number()));
	}

	/**
	 * Records an eviction of all entries that may repeat an earlier one at the commit.
	 * Values that were read between both survive the repetition.
	 */
	void clearAgain(GuardedStore store, Recorded clear) {
		Clear latest = this.clears.get(store);
		if (this.completing && latest != null && latest.number == clear.previous()) {
			this.clears.put(store, new Clear(latest.before, clear.number(), latest.begun));
		}
		else {
			clear(store, clear);
		}
	}

	/**
	 * Lets no value that was read before survive a later repetition.
	 */
	void discardAll(GuardedStore store, long now) {
		this.clears.computeIfPresent(store, (ignored, clear) -> new Clear(clear.before, clear.number, now));
	}

	/**
	 * Returns the last eviction of all entries that a value takes into account.
	 * @param stamp the last one known so far
	 * @param origin the time from which the value originates, as far as own changes are
	 * concerned
	 */
	long clearStamp(GuardedStore store, long stamp, long origin) {
		Clear clear = this.clears.get(store);
		return (clear != null && clear.before <= stamp && clear.begun < origin) ? Math.max(stamp, clear.number) : stamp;
	}

	/**
	 * Own evictions of all entries of one cache, without one by others between them.
	 *
	 * @param before the last eviction by others before them
	 * @param number the last of them
	 * @param begun the last of them that is not a repetition
	 */
	private record Clear(long before, long number, long begun) {

	}

	/**
	 * The change of one entry.
	 */
	static final class Change {

		private final long previous;

		private final long begun;

		private final boolean evictionOnly;

		private long number;

		private Change(long previous, long number, boolean evictionOnly) {
			this.previous = previous;
			this.begun = number;
			this.number = number;
			this.evictionOnly = evictionOnly;
		}

		/**
		 * Returns the first own eviction of the key, by which the change began.
		 */
		long begun() {
			return this.begun;
		}

		/**
		 * Returns the last own eviction of the key.
		 */
		long number() {
			return this.number;
		}

	}

}
