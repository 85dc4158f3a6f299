package io.perfstarter.support;

import jakarta.servlet.http.HttpServletResponse;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;

/**
 * Answers a request that an instance does not serve now.
 */
public final class ServiceUnavailable {

	private ServiceUnavailable() {
	}

	/**
	 * Sets the status 503 and {@code Retry-After}. Does not use {@code sendError}, which
	 * would render the application's error page.
	 * @param response the response, which must not be committed
	 * @param retryAfter the time in seconds
	 */
	public static void answer(HttpServletResponse response, long retryAfter) {
		response.setHeader("Retry-After", Long.toString(retryAfter));
		response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
	}

	/**
	 * Sets the status 503 and {@code Retry-After}, and completes the response.
	 * @param response the response, which must not be committed
	 * @param retryAfter the time in seconds
	 * @return the end of the response
	 */
	public static Mono<Void> answer(ServerHttpResponse response, long retryAfter) {
		response.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(retryAfter));
		response.setStatusCode(HttpStatus.SERVICE_UNAVAILABLE);
		return response.setComplete();
	}

}
