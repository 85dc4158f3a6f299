package io.perfstarter.async.limit;

import java.util.function.Predicate;

import io.perfstarter.async.limit.RequestLimiter.Admission;
import io.perfstarter.support.ServiceUnavailable;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Passes the requests of a reactive application through a {@link RequestLimiter}. A
 * request without a place is rejected at once, because no thread can wait for one.
 *
 * @param limiter the limiter
 * @param excluded matches the requests that are not limited
 */
public record RequestLimiterWebFilter(RequestLimiter limiter,
		Predicate<ServerWebExchange> excluded) implements WebFilter, Ordered {

	@Override
	public int getOrder() {
		return RequestLimiterFilter.ORDER;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		if (CorsUtils.isPreFlightRequest(exchange.getRequest()) || this.excluded.test(exchange)) {
			return chain.filter(exchange);
		}
		Admission admission = this.limiter.enterNow();
		if (admission == null) {
			return ServiceUnavailable.answer(exchange.getResponse(), this.limiter.retryAfter());
		}
		admission.keep(0);
		return chain.filter(exchange).doFinally((end) -> admission.leave());
	}

}
