package io.perfstarter.reporting.autoconfigure;

import java.util.function.Function;

import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Reads the identifier of the distributed trace of a request from the observation of
 * Spring's filter, which also works after the observation has ended.
 */
final class ObservedTraceIds implements Function<HttpServletRequest, String> {

	@Override
	public String apply(HttpServletRequest request) {
		return ServerHttpObservationFilter.findObservationContext(request)
			.map((observation) -> observation.<TracingContext>get(TracingContext.class))
			.map(TracingContext::getSpan)
			.map((span) -> span.context().traceId())
			.orElse("");
	}

}
