package io.perfstarter.reporting.rules;

import java.util.Comparator;
import java.util.List;

import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#CACHE_TOO_SMALL}: a cache evicts about as many entries as it misses,
 * and loads them again, so that most reads reach the database or another service.
 */
final class CacheTooSmallRule implements Rule {

	/**
	 * Maximum hit rate of a cache that is too small.
	 */
	static final double HITS = 0.5;

	/**
	 * Minimum ratio of evictions to misses. A cold cache has misses, too, but no
	 * evictions.
	 */
	static final double EVICTED = 0.5;

	/**
	 * Minimum ratio of reloads to misses. A larger cache does not help if no key is read
	 * twice.
	 */
	static final double RELOADED = 0.5;

	/**
	 * Minimum number of misses.
	 */
	static final long SOME_MISSES = 10;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		return judged.window()
			.caches()
			.stream()
			.filter((cache) -> evictsWhatIsRead(cache, judged.requests().slow()))
			.max(Comparator.comparingLong(CacheWindow::evictions))
			.map((cache) -> verdict(judged, cache))
			.orElse(null);
	}

	/**
	 * Returns whether a cache evicts entries that are read again. Requires at least one
	 * miss per slow request, because otherwise the cache is not the cause.
	 */
	private static boolean evictsWhatIsRead(CacheWindow cache, long slow) {
		return cache.misses() >= Math.max(SOME_MISSES, slow) && cache.hitRate() < HITS
				&& cache.evictions() >= EVICTED * cache.misses() && cache.reloads() >= RELOADED * cache.misses();
	}

	private static Verdict verdict(Diagnosis judged, CacheWindow cache) {
		return judged.verdict(Cause.CACHE_TOO_SMALL, cache.name(),
				judged.share(List.of(TimeComponent.SQL, TimeComponent.FETCH, TimeComponent.REMOTE)),
				"The cache has a hit rate of %s, %s misses and %s evictions, and holds %s entries; %s entries were loaded again."
					.formatted(Figures.percent(cache.hitRate()), cache.misses(), cache.evictions(), cache.size(),
							cache.reloads()),
				"Raise max-entries of the cache %s above %s.".formatted(cache.name(), cache.size()));
	}

}
