package io.perfstarter.coherence.guard;

import java.util.Locale;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.coherence.guard.CacheGuard.HitRefusal;
import io.perfstarter.coherence.guard.CacheGuard.PutRefusal;
import io.perfstarter.coherence.protocol.CacheWatermark.Doubt;

/**
 * Publishes the rejected puts and hits of a {@link CacheGuard}, and the hits in doubt, as
 * meters.
 *
 * @param guard the guard
 */
record GuardMeters(CacheGuard guard) implements MeterBinder {

	@Override
	public void bindTo(MeterRegistry registry) {
		for (PutRefusal reason : PutRefusal.values()) {
			FunctionCounter.builder("perf.starter.coherence.puts.refused", this.guard, (guard) -> guard.count(reason))
				.description("Loaded values that were not cached")
				.baseUnit("values")
				.tag("reason", label(reason))
				.register(registry);
		}
		for (HitRefusal reason : HitRefusal.values()) {
			FunctionCounter.builder("perf.starter.coherence.hits.refused", this.guard, (guard) -> guard.count(reason))
				.description("Cached entries that were not served")
				.baseUnit("entries")
				.tag("reason", label(reason))
				.register(registry);
		}
		for (Doubt cause : Doubt.values()) {
			bindDoubted(registry, cause, true);
			bindDoubted(registry, cause, false);
		}
	}

	private void bindDoubted(MeterRegistry registry, Doubt cause, boolean served) {
		FunctionCounter
			.builder("perf.starter.coherence.hits.doubted", this.guard, (guard) -> guard.count(cause, served))
			.description("Cached entries that were found in doubt, by whether they were young enough to be served")
			.baseUnit("entries")
			.tags("cause", label(cause), "outcome", served ? "served" : "refused")
			.register(registry);
	}

	private static String label(Enum<?> reason) {
		return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
