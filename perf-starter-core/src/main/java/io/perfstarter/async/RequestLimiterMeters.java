package io.perfstarter.async;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Shows a request limiter in meters.
 */
final class RequestLimiterMeters implements MeterBinder {

	private static final String METERS = "perf.starter.async.requests.";

	private final RequestLimiter limiter;

	RequestLimiterMeters(RequestLimiter limiter) {
		this.limiter = limiter;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		Gauge.builder(METERS + "permits", this.limiter, RequestLimiter::permits)
			.description("How many requests may run at a time")
			.baseUnit("requests")
			.register(registry);
		Gauge.builder(METERS + "active", this.limiter, RequestLimiter::active)
			.description("Requests that run")
			.baseUnit("requests")
			.register(registry);
		Gauge.builder(METERS + "waiting", this.limiter, RequestLimiter::waiting)
			.description("Requests that wait to be let in")
			.baseUnit("requests")
			.register(registry);
		for (Refusal refusal : Refusal.values()) {
			FunctionCounter.builder(METERS + "refused", this.limiter.refused(refusal), LongAdder::sum)
				.description("Requests that were not let in, and why")
				.baseUnit("requests")
				.tag("reason", refusal.name().toLowerCase(Locale.ROOT))
				.register(registry);
		}
		FunctionTimer
			.builder(METERS + "wait", this.limiter, RequestLimiter::waits, RequestLimiter::waited, TimeUnit.NANOSECONDS)
			.description("For how long requests that had to wait did so before they were let in")
			.register(registry);
	}

}
