package io.perfstarter.warmup.autoconfigure;

import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.perfstarter.warmup.WarmupContext;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Observes warm-up requests with a separate meter registry, whose values are discarded.
 * The application's observations skip these requests, and their code would otherwise be
 * cold at the first real request.
 */
class WarmupRequestFilter extends ServerHttpObservationFilter {

	WarmupRequestFilter() {
		super(discarding());
	}

	private static ObservationRegistry discarding() {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(new SimpleMeterRegistry()));
		return registry;
	}

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return !WarmupContext.active();
	}

}
