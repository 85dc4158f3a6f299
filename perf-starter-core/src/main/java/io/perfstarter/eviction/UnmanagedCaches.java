package io.perfstarter.eviction;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs once for each evicted but unmanaged cache that its staleness is not bounded.
 */
final class UnmanagedCaches {

	private static final Log logger = LogFactory.getLog(UnmanagedCaches.class);

	private static final int NAMES = 100;

	private final Predicate<String> unmanaged;

	private final Set<String> told = ConcurrentHashMap.newKeySet();

	UnmanagedCaches(Predicate<String> unmanaged) {
		this.unmanaged = unmanaged;
	}

	void tell(String cache) {
		if (this.told.size() < NAMES && !this.told.contains(cache) && this.unmanaged.test(cache)
				&& this.told.add(cache)) {
			logger.info(
					("Evictions of '%s' reach this instance and its peers, but the staleness of its entries is not bounded, "
							+ "because the cache is not managed: add it under 'perf-starter.coherence.caches'")
						.formatted(cache));
		}
	}

}
