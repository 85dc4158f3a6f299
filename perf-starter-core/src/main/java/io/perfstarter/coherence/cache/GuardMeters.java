package io.perfstarter.coherence.cache;

import java.util.Locale;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.coherence.cache.CacheGuard.HitRefusal;
import io.perfstarter.coherence.cache.CacheGuard.PutRefusal;

/**
 * Binds meters to what a {@link CacheGuard} has refused.
 */
public final class GuardMeters implements MeterBinder {

	private final CacheGuard guard;

	/**
	 * Takes the guard of the caches.
	 * @param guard the guard
	 */
	public GuardMeters(CacheGuard guard) {
		this.guard = guard;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		for (PutRefusal reason : PutRefusal.values()) {
			FunctionCounter.builder("perf.starter.coherence.puts.refused", this.guard, (guard) -> guard.count(reason))
				.description("Values that were loaded and not kept")
				.baseUnit("values")
				.tag("reason", label(reason))
				.register(registry);
		}
		for (HitRefusal reason : HitRefusal.values()) {
			FunctionCounter.builder("perf.starter.coherence.hits.refused", this.guard, (guard) -> guard.count(reason))
				.description("Entries that were found and not served")
				.baseUnit("entries")
				.tag("reason", label(reason))
				.register(registry);
		}
	}

	private static String label(Enum<?> reason) {
		return reason.name().toLowerCase(Locale.ROOT);
	}

}
