package io.perfstarter.peer;

import java.io.IOException;
import java.util.function.Supplier;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;

/**
 * Passes messages of peers to the {@link PeerEndpoint} and all other requests to the next
 * filter.
 *
 * @param path the path of the endpoint, with the context path
 * @param endpoint supplies the endpoint, or {@code null} before the start
 */
public record PeerEndpointFilter(String path, Supplier<@Nullable PeerEndpoint> endpoint) implements Filter {

	/**
	 * The order before all other filters, because neither Spring Security nor the
	 * application's observations must process these messages.
	 */
	public static final int ORDER = Ordered.HIGHEST_PRECEDENCE;

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (request instanceof HttpServletRequest httpRequest && response instanceof HttpServletResponse httpResponse
				&& this.path.equals(httpRequest.getRequestURI())) {
			PeerEndpoint current = this.endpoint.get();
			if (current != null) {
				answer(current, httpRequest, httpResponse);
				return;
			}
		}
		chain.doFilter(request, response);
	}

	private static void answer(PeerEndpoint endpoint, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		byte[] body = request.getInputStream().readNBytes(PeerTransport.MAX_BODY + 1);
		PeerEndpoint.Response answer = endpoint.handle(request.getMethod(), request::getHeader, body);
		response.setStatus(answer.status());
		answer.headers().forEach(response::setHeader);
		response.setContentLength(answer.body().length);
		response.getOutputStream().write(answer.body());
	}

}
