package io.perfstarter.warmup.run;

import java.util.function.Predicate;

import io.perfstarter.support.ServiceUnavailable;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Marks warm-up requests of a reactive application. Can reject all others with 503 until
 * the instance is warm. Closes kept-alive client connections at shutdown.
 *
 * @param state the state of the warm-up
 * @param reject whether to reject other requests until the instance is warm
 * @param passes matches the requests that are never rejected
 */
public record WarmupWebFilter(WarmupState state, boolean reject,
		Predicate<ServerWebExchange> passes) implements WebFilter, Ordered {

	@Override
	public int getOrder() {
		return WarmupFilter.ORDER;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		ServerHttpRequest request = exchange.getRequest();
		exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(() -> {
			// Servers omit this header in HTTP/2.
			if (this.state.isClosed()) {
				exchange.getResponse().getHeaders().set(HttpHeaders.CONNECTION, "close");
			}
		}));
		if (this.state.isOwn(request.getHeaders()::getFirst)) {
			exchange.getAttributes().put(WarmupFilter.ATTRIBUTE, Boolean.TRUE);
			return chain
				.filter(exchange.mutate()
					.request((builder) -> builder.headers((headers) -> headers.remove(WarmupState.HEADER)))
					.build())
				.contextWrite((context) -> context.put(WarmupFilter.ATTRIBUTE, Boolean.TRUE));
		}
		if (this.reject && !this.state.isOpen() && !this.passes.test(exchange)) {
			return ServiceUnavailable.answer(exchange.getResponse(), WarmupFilter.RETRY_AFTER);
		}
		return chain.filter(exchange);
	}

}
