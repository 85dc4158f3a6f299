package io.perfstarter.async.limit;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Publishes the meters of a request limiter.
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
			.description("Maximum number of concurrent requests")
			.baseUnit("requests")
			.register(registry);
		Gauge.builder(METERS + "active", this.limiter, RequestLimiter::active)
			.description("Running requests")
			.baseUnit("requests")
			.register(registry);
		Gauge.builder(METERS + "waiting", this.limiter, RequestLimiter::waiting)
			.description("Requests in the queue")
			.baseUnit("requests")
			.register(registry);
		for (Rejection refusal : Rejection.values()) {
			FunctionCounter.builder(METERS + "refused", this.limiter.refused(refusal), LongAdder::sum)
				.description("Rejected requests by reason")
				.baseUnit("requests")
				.tag("reason", refusal.name().toLowerCase(Locale.ROOT))
				.register(registry);
		}
		FunctionCounter.builder(METERS + "forgotten", this.limiter.forgotten(), LongAdder::sum)
			.description("Asynchronous requests that were never completed, and whose place was given back")
			.baseUnit("requests")
			.register(registry);
		FunctionTimer
			.builder(METERS + "wait", this.limiter, RequestLimiter::waits, RequestLimiter::waited, TimeUnit.NANOSECONDS)
			.description("Time that queued requests waited before they ran")
			.register(registry);
	}

}
