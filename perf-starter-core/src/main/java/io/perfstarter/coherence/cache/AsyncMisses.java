package io.perfstarter.coherence.cache;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * The misses of one cache whose values are put by another thread. Thread-safe: guarded by
 * one lock, which is held for single map operations.
 */
final class AsyncMisses {

	static final int REMEMBERED_KEYS = 1024;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<Object, Missed> missed = new LinkedHashMap<>();

	private final Forgetting forgetting = new Forgetting();

	private volatile boolean used;

	void leave(Object key, Read read) {
		this.lock.lock();
		try {
			this.used = true;
			this.missed.merge(key, new Missed(read, 1),
					(before, now) -> Forgetting.isOver(before.oldest(), read.began()) ? now
							: new Missed(before.oldest(), before.count() + 1));
			if (this.missed.size() > REMEMBERED_KEYS) {
				Iterator<Missed> eldest = this.missed.values().iterator();
				this.forgetting.forgot(eldest.next().oldest(), read.began());
				eldest.remove();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the oldest read of the key that may belong to a put; several puts may
	 * follow.
	 */
	@Nullable Read take(Object key) {
		if (!this.used) {
			return null;
		}
		this.lock.lock();
		try {
			Missed missed = this.missed.get(key);
			if (missed == null) {
				return null;
			}
			if (missed.count() > 1) {
				this.missed.put(key, new Missed(missed.oldest(), missed.count() - 1));
			}
			else {
				this.missed.remove(key);
			}
			return missed.oldest().copy();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns whether a put without a recorded read may belong to a discarded miss.
	 */
	boolean mayHaveForgotten(long now) {
		if (!this.used) {
			return false;
		}
		this.lock.lock();
		try {
			return this.forgetting.mayMatter(now);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The misses of one key.
	 *
	 * @param oldest the oldest miss
	 * @param count the number of misses
	 */
	private record Missed(Read oldest, int count) {

	}

}
