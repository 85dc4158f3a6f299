package io.perfstarter.warmup.autoconfigure;

import java.io.IOException;

import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.perfstarter.warmup.WarmupContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Observes warm-up requests with a separate meter registry, whose values are discarded.
 * The application's observations skip these requests, and their code would otherwise be
 * cold at the first real request.
 */
class WarmupRequestFilter implements Filter {

	private final ServerHttpObservationFilter observing;

	WarmupRequestFilter() {
		ObservationRegistry nobodys = ObservationRegistry.create();
		nobodys.observationConfig().observationHandler(new DefaultMeterObservationHandler(new SimpleMeterRegistry()));
		this.observing = new ServerHttpObservationFilter(nobodys);
	}

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (WarmupContext.active()) {
			this.observing.doFilter(request, response, chain);
		}
		else {
			chain.doFilter(request, response);
		}
	}

}
