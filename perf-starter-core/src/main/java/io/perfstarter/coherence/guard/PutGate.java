package io.perfstarter.coherence.guard;

/**
 * Returns the age of a value that the current thread has just read, because a value from
 * a replica may be older than its read.
 *
 * <p>
 * Called before a loaded value is cached, on the thread that loaded it. Must be
 * thread-safe and must neither block nor throw.
 */
@FunctionalInterface
public interface PutGate {

	/**
	 * The result that prevents a value from being cached.
	 */
	long NEVER = Long.MIN_VALUE;

	/**
	 * Returns the time for which the value is known to be current. It becomes the load
	 * timestamp of the value, so the value is not cached if its key, group or cache was
	 * evicted on this instance after that time.
	 * @param loadedAt the start of the read, from {@link System#nanoTime()}
	 * @return {@code loadedAt} for a value of the primary, the freshness horizon of the
	 * replica if that is earlier, or {@link #NEVER}
	 */
	long knownAt(long loadedAt);

}
