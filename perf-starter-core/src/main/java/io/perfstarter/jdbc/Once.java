package io.perfstarter.jdbc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers what was said, so that it is said once. Bounded: beyond the bound nothing
 * more is said. Thread-safe.
 */
public final class Once {

	private static final int KEYS = 1_000;

	private final Set<Object> said = ConcurrentHashMap.newKeySet();

	/**
	 * Whether something is to be said.
	 * @param key what
	 * @return whether it was not said before
	 */
	public boolean isFirst(Object key) {
		return this.said.size() < KEYS && this.said.add(key);
	}

}
