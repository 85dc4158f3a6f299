package io.perfstarter.coherence.cache;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * The misses of one cache whose values will be put by another thread, which knows nothing
 * of them. Thread-safe by one lock, which is held for single map operations.
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
	 * The oldest read of the key that may have led to a put; several puts may come.
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
	 * Whether a put for which there is no read may belong to a miss that was forgotten.
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
	 * @param oldest the oldest of them
	 * @param count how many there are
	 */
	private record Missed(Read oldest, int count) {

	}

}
