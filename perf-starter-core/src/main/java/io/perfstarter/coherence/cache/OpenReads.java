package io.perfstarter.coherence.cache;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The reads that one thread has begun: loads it is in, and misses whose value it may yet
 * put. Used by its thread alone.
 *
 * <p>
 * A copy that is served meanwhile makes all of them as old as itself, because they may be
 * made from it. It is noted with the youngest, and handed down when that one ends.
 */
final class OpenReads {

	/**
	 * Most misses remembered. Many are never followed by a put, because the load fails or
	 * its result is not to be cached.
	 */
	static final int REMEMBERED_MISSES = 64;

	private final List<Open> open = new ArrayList<>();

	private final Forgetting forgetting = new Forgetting();

	private int misses;

	/**
	 * A load begins in this thread.
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
	 * A miss leaves its read for the put that may follow.
	 */
	void leave(Object cache, Object key, Read read) {
		this.open.add(new Open(cache, key, read));
		if (++this.misses > REMEMBERED_MISSES) {
			forgetOldestMiss(read.began());
		}
	}

	/**
	 * The read of the last miss of the key, which ends.
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
	 * Whether a put for which there is no read may belong to a miss that was forgotten.
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
	 * One read, and the oldest copy served since it was the youngest.
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
