package io.perfstarter.reporting.verdict;

import java.util.Comparator;
import java.util.List;

import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * A cache evicts about as much as is missed in it, so that it answers little and others
 * have to.
 */
final class CacheTooSmall implements Rule {

	/**
	 * A cache that answers less than this does not do its work.
	 */
	static final double HITS = 0.5;

	/**
	 * How much of what is missed it must evict; a cold cache misses as well, but has
	 * room.
	 */
	static final double EVICTED = 0.5;

	/**
	 * With fewer misses nothing is said.
	 */
	static final long SOME_MISSES = 10;

	@Override
	public @Nullable Verdict judge(Case judged) {
		return judged.window()
			.caches()
			.stream()
			.filter((cache) -> evictsWhatIsRead(cache, judged.requests().slow()))
			.max(Comparator.comparingLong(CacheWindow::evictions))
			.map((cache) -> verdict(judged, cache))
			.orElse(null);
	}

	/**
	 * Each slow request must have missed something, else the cache is not why.
	 */
	private static boolean evictsWhatIsRead(CacheWindow cache, long slow) {
		return cache.misses() >= Math.max(SOME_MISSES, slow) && cache.hitRate() < HITS
				&& cache.evictions() >= EVICTED * cache.misses();
	}

	private static Verdict verdict(Case judged, CacheWindow cache) {
		return judged.verdict(Cause.CACHE_TOO_SMALL, cache.name(),
				judged.share(List.of(Part.SQL, Part.FETCH, Part.REMOTE)),
				"The cache answered %s of its reads, missed %s and evicted %s with %s entries in it."
					.formatted(Figures.percent(cache.hitRate()), cache.misses(), cache.evictions(), cache.size()),
				"Let the cache %s hold more than its %s entries.".formatted(cache.name(), cache.size()));
	}

}
