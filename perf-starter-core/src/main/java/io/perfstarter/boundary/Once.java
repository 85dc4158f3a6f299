package io.perfstarter.boundary;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers what was said, so that it is said once; beyond a bound nothing more is said.
 * Thread-safe.
 */
final class Once {

	private static final int KEYS = 1_000;

	private final Set<Object> said = ConcurrentHashMap.newKeySet();

	boolean isFirst(Object key) {
		return this.said.size() < KEYS && this.said.add(key);
	}

}
