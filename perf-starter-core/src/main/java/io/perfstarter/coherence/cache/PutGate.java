package io.perfstarter.coherence.cache;

/**
 * Tells how old a value is that the calling thread has just read, for values that do not
 * come from the primary database: a replica may lag behind.
 *
 * <p>
 * Asked before a loaded value is cached, in the thread that loaded it. Must be
 * thread-safe, and neither block nor throw.
 */
@FunctionalInterface
public interface PutGate {

	/**
	 * What keeps a value from being cached.
	 */
	long NEVER = Long.MIN_VALUE;

	/**
	 * The moment for which the value read is known to be true. It becomes the value's
	 * load time, so a value is not cached either if anything that concerns it was evicted
	 * here after that moment.
	 * @param loadedAt when the read began, by {@link System#nanoTime()}
	 * @return {@code loadedAt} for a value of the primary, the replica's horizon if that
	 * is earlier, or {@link #NEVER}
	 */
	long knownAt(long loadedAt);

}
