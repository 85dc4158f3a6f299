package io.perfstarter.coherence.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Whether a cache can be guarded, and what is to be said about it.
 *
 * @param obstacle what keeps the cache from being guarded; {@code null} for nothing
 * @param remark what the user of a guarded cache should know; {@code null} for nothing
 */
record StoreFinding(@Nullable String obstacle, @Nullable String remark) {

	static StoreFinding refused(String obstacle) {
		return new StoreFinding(obstacle, null);
	}

	static StoreFinding guardable(@Nullable String remark) {
		return new StoreFinding(null, remark);
	}

}
