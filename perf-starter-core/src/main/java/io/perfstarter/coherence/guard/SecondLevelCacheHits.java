package io.perfstarter.coherence.guard;

import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

import org.hibernate.SessionEventListener;

/**
 * Reports to the guards that a session has received a value of Hibernate's second-level
 * cache or of its query cache. The age of this value is unknown.
 *
 * <p>
 * Hibernate creates one instance per session, by the name of the class. Therefore the
 * guards are static, and a hit counts for all applications of the class loader.
 * Thread-safe.
 */
public final class SecondLevelCacheHits implements SessionEventListener {

	private static final Set<CacheGuard> guards = new CopyOnWriteArraySet<>();

	/**
	 * Reports hits to a guard from now on.
	 * @param guard the guard
	 */
	public static void tell(CacheGuard guard) {
		guards.add(guard);
	}

	/**
	 * Ends the reports to a guard.
	 * @param guard the guard
	 */
	public static void stopTelling(CacheGuard guard) {
		guards.remove(guard);
	}

	@Override
	public void cacheGetEnd(boolean hit) {
		if (hit) {
			guards.forEach(CacheGuard::servedOfUnknownAge);
		}
	}

}
