package io.perfstarter.coherence.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * The result of the inspection of a cache.
 *
 * @param obstacle the reason for which the cache cannot be guarded, {@code null} if it
 * can
 * @param remark a remark for the user of a guarded cache, {@code null} if there is none
 */
record StoreFinding(@Nullable String obstacle, @Nullable String remark) {

	static StoreFinding refused(String obstacle) {
		return new StoreFinding(obstacle, null);
	}

	static StoreFinding guardable(@Nullable String remark) {
		return new StoreFinding(null, remark);
	}

}
