package io.perfstarter.coherence.guard;

import java.time.Duration;

import io.perfstarter.coherence.protocol.FreshnessWatermark;

/**
 * The guard of an instance that is alone.
 */
final class TestGuard {

	private TestGuard() {
	}

	static CacheGuard alone() {
		return new CacheGuard(new FreshnessWatermark(Duration.ofSeconds(15), System::nanoTime), (loadedAt) -> loadedAt,
				System::nanoTime, CacheSurroundings.none());
	}

}
