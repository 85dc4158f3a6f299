package io.perfstarter.coherence.guard;

import java.time.Duration;

import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.protocol.FreshnessWatermark;

/**
 * The guard of an instance that is alone.
 */
public final class TestGuard {

	private TestGuard() {
	}

	static CacheGuard alone() {
		return new CacheGuard(new FreshnessWatermark(Duration.ofSeconds(15), System::nanoTime), (loadedAt) -> loadedAt,
				System::nanoTime, surroundings());
	}

	/**
	 * Returns the surroundings of caches without changes, writes and requests.
	 */
	public static CacheSurroundings surroundings() {
		return new CacheSurroundings(() -> null, new TransactionAccount(() -> true, System::nanoTime, () -> null),
				() -> null, () -> null);
	}

}
