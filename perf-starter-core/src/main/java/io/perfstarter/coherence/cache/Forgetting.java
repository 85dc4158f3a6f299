package io.perfstarter.coherence.cache;

import java.util.concurrent.TimeUnit;

/**
 * Tracks how long a discarded read may still be followed by its put. Not thread-safe.
 */
final class Forgetting {

	/**
	 * The time after which a read counts as failed.
	 */
	static final long LONGEST_READ = TimeUnit.MINUTES.toNanos(10);

	private long mattersUntil = Long.MIN_VALUE;

	static boolean isOver(Read read, long now) {
		return now - read.began() > LONGEST_READ;
	}

	void forgot(Read read, long now) {
		if (!isOver(read, now)) {
			this.mattersUntil = Math.max(this.mattersUntil, read.began() + LONGEST_READ);
		}
	}

	boolean mayMatter(long now) {
		return now < this.mattersUntil;
	}

}
