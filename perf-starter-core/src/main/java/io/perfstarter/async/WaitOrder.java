package io.perfstarter.async;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * An order in which tasks may wait for places of several limits, so that no tasks wait
 * for each other in a circle. The order of two limits is that in which they are used
 * first. Thread-safe; the lock guards memory only.
 */
final class WaitOrder {

	// Guarded by this.
	private final Map<ConcurrencyLimit, Set<ConcurrencyLimit>> later = new HashMap<>();

	/**
	 * Returns whether a task may wait for a place.
	 * @param held the limits of which it, or a task that may wait for it, has a place
	 * @param wanted the limit of the place
	 */
	boolean mayWait(Set<ConcurrencyLimit> held, ConcurrencyLimit wanted) {
		return !held.contains(wanted) && isInOrder(held, wanted);
	}

	private synchronized boolean isInOrder(Set<ConcurrencyLimit> held, ConcurrencyLimit wanted) {
		if (held.stream().anyMatch((limit) -> isLater(limit, wanted))) {
			return false;
		}
		held.forEach((limit) -> later(limit).add(wanted));
		return true;
	}

	private boolean isLater(ConcurrencyLimit limit, ConcurrencyLimit than) {
		return later(than).contains(limit) || later(than).stream().anyMatch((next) -> isLater(limit, next));
	}

	private Set<ConcurrencyLimit> later(ConcurrencyLimit than) {
		return this.later.computeIfAbsent(than, (limit) -> new HashSet<>());
	}

}
