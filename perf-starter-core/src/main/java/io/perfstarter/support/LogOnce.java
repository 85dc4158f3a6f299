package io.perfstarter.support;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides whether a message is logged, so that each message is logged once. Remembers at
 * most 1,000 messages and suppresses all further ones. Thread-safe.
 */
public final class LogOnce {

	private static final int MAX_KEYS = 1_000;

	private final Set<Object> keys = ConcurrentHashMap.newKeySet();

	/**
	 * Returns whether a message should be logged now, and remembers it.
	 * @param key identifies the message
	 * @return {@code true} on the first call with this key, while fewer than 1,000 keys
	 * are remembered
	 */
	public boolean isFirst(Object key) {
		return this.keys.size() < MAX_KEYS && this.keys.add(key);
	}

}
