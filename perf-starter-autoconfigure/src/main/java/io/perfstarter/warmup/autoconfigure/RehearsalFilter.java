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
 * Observes requests of the warm-up in meters that nobody reads: the application's own
 * observations do not see them, and would all be cold at the first real request.
 */
class RehearsalFilter implements Filter {

	private final ServerHttpObservationFilter observing;

	RehearsalFilter() {
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
