package io.perfstarter.coherence.cache;

import java.util.concurrent.TimeUnit;

/**
 * Until when a read that was forgotten may still be followed by its put. Not thread-safe.
 */
final class Forgetting {

	/**
	 * After this time a read is taken to have failed.
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
