package io.perfstarter.peer;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Passes messages of peers to the {@link PeerEndpoint} outside the event loop, and all
 * other requests to the next filter.
 *
 * @param path the path of the endpoint, with the base path
 * @param endpoint supplies the endpoint, or {@code null} before the start
 */
public record PeerEndpointWebFilter(String path,
		Supplier<@Nullable PeerEndpoint> endpoint) implements WebFilter, Ordered {

	/**
	 * The order before all other filters, as {@link PeerEndpointFilter#ORDER}.
	 */
	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		ServerHttpRequest request = exchange.getRequest();
		PeerEndpoint current = this.path.equals(request.getURI().getRawPath()) ? this.endpoint.get() : null;
		if (current == null) {
			return chain.filter(exchange);
		}
		return body(request).publishOn(Schedulers.boundedElastic())
			.map((body) -> current.handle(request.getMethod().name(), request.getHeaders()::getFirst, body))
			.flatMap((answer) -> write(exchange.getResponse(), answer));
	}

	private static Mono<byte[]> body(ServerHttpRequest request) {
		return DataBufferUtils.join(request.getBody(), PeerTransport.MAX_BODY)
			.map(PeerEndpointWebFilter::bytes)
			.defaultIfEmpty(new byte[0])
			.onErrorReturn(DataBufferLimitException.class, new byte[PeerTransport.MAX_BODY + 1]);
	}

	private static byte[] bytes(DataBuffer buffer) {
		byte[] bytes = new byte[buffer.readableByteCount()];
		buffer.read(bytes);
		DataBufferUtils.release(buffer);
		return bytes;
	}

	private static Mono<Void> write(ServerHttpResponse response, PeerEndpoint.Response answer) {
		response.setStatusCode(HttpStatusCode.valueOf(answer.status()));
		answer.headers().forEach(response.getHeaders()::set);
		response.getHeaders().setContentLength(answer.body().length);
		return response.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(answer.body())));
	}

}
