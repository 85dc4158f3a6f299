package io.perfstarter.async;

import java.io.IOException;
import java.util.function.Predicate;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.Ordered;

/**
 * Lets requests through a {@link RequestLimiter} and answers those that are refused. It
 * is for the dispatch by which a request arrives, not for those by which it goes on.
 */
public final class RequestLimiterFilter implements Filter {

	/**
	 * After the messages of peers, which are to arrive while the limiter is full, and
	 * before the application's observations, whose times are to be those of the
	 * application. The latter have the same order, because no other is left between the
	 * two: what decides is that the auto-configuration of the limiter comes before that
	 * of the observations.
	 */
	public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 1;

	private final RequestLimiter limiter;

	private final Predicate<String> excluded;

	/**
	 * Creates a filter.
	 * @param limiter what to pass
	 * @param excluded whether requests of a path pass beside it; the path is decoded,
	 * normalized and without the context path
	 */
	public RequestLimiterFilter(RequestLimiter limiter, Predicate<String> excluded) {
		this.limiter = limiter;
		this.excluded = excluded;
	}

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (request instanceof HttpServletRequest httpRequest && response instanceof HttpServletResponse httpResponse
				&& !this.excluded.test(path(httpRequest))) {
			pass(httpRequest, httpResponse, chain);
		}
		else {
			chain.doFilter(request, response);
		}
	}

	/**
	 * Not the URI, in which {@code /actuator/../tickets} would be a path of Actuator.
	 */
	private static String path(HttpServletRequest request) {
		String rest = request.getPathInfo();
		return (rest != null) ? request.getServletPath() + rest : request.getServletPath();
	}

	private void pass(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		Admission admission = this.limiter.enter();
		if (admission == null) {
			// No sendError, which would call the application's error page.
			response.setHeader("Retry-After", Long.toString(this.limiter.retryAfter()));
			response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
			return;
		}
		try {
			chain.doFilter(request, response);
		}
		finally {
			leave(request, admission);
		}
	}

	private static void leave(HttpServletRequest request, Admission admission) {
		if (request.isAsyncStarted()) {
			try {
				request.getAsyncContext().addListener(new LeavingListener(admission));
				return;
			}
			catch (IllegalStateException ex) {
				// Complete in the meantime.
			}
		}
		admission.leave();
	}

}
