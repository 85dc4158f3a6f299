package io.perfstarter.coherence.cache;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The open reads of one thread: its current loads, and its misses that may be followed by
 * a put. Confined to its thread.
 *
 * <p>
 * A cached entry that is served meanwhile limits the age of all open reads, because their
 * values may be computed from it. It is recorded at the newest read and passed to the
 * next one when that read ends.
 */
final class OpenReads {

	/**
	 * The maximum number of recorded misses. Many are never followed by a put, because
	 * the load fails or its result is not cached.
	 */
	static final int REMEMBERED_MISSES = 64;

	private final List<Open> open = new ArrayList<>();

	private final Forgetting forgetting = new Forgetting();

	private int misses;

	/**
	 * Starts a load on this thread.
	 */
	void begin(Read read) {
		this.open.add(new Open(null, null, read));
	}

	void end(Read read) {
		for (int i = this.open.size() - 1; i >= 0; i--) {
			if (this.open.get(i).read == read) {
				close(i);
				return;
			}
		}
	}

	/**
	 * Records the read of a miss for a possible put.
	 */
	void leave(Object cache, Object key, Read read) {
		this.open.add(new Open(cache, key, read));
		if (++this.misses > REMEMBERED_MISSES) {
			forgetOldestMiss(read.began());
		}
	}

	/**
	 * Ends and returns the read of the last miss of the key.
	 */
	@Nullable Read take(Object cache, Object key) {
		for (int i = this.open.size() - 1; i >= 0; i--) {
			Open candidate = this.open.get(i);
			if (candidate.cache == cache && key.equals(candidate.key)) {
				this.misses--;
				close(i);
				return candidate.read;
			}
		}
		return null;
	}

	void served(long stamp) {
		if (!this.open.isEmpty()) {
			this.open.get(this.open.size() - 1).served(stamp);
		}
	}

	/**
	 * Returns whether a put without a recorded read may belong to a discarded miss.
	 */
	boolean mayHaveForgotten(long now) {
		return this.forgetting.mayMatter(now);
	}

	private void close(int index) {
		long oldest = Long.MAX_VALUE;
		for (int i = index; i < this.open.size(); i++) {
			oldest = Math.min(oldest, this.open.get(i).oldestServed);
		}
		Open closed = this.open.remove(index);
		closed.read.lowerTo(oldest);
		if (index > 0) {
			this.open.get(index - 1).served(closed.oldestServed);
		}
	}

	private void forgetOldestMiss(long now) {
		for (int i = 0; i < this.open.size(); i++) {
			if (this.open.get(i).cache != null) {
				this.misses--;
				this.forgetting.forgot(this.open.get(i).read, now);
				close(i);
				return;
			}
		}
	}

	/**
	 * One read, and the oldest entry served while it was the newest read.
	 */
	private static final class Open {

		private final @Nullable Object cache;

		private final @Nullable Object key;

		private final Read read;

		private long oldestServed = Long.MAX_VALUE;

		Open(@Nullable Object cache, @Nullable Object key, Read read) {
			this.cache = cache;
			this.key = key;
			this.read = read;
		}

		void served(long stamp) {
			this.oldestServed = Math.min(this.oldestServed, stamp);
		}

	}

}
