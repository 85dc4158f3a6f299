package io.perfstarter.async.limit;

import java.io.IOException;
import java.util.function.Predicate;

import io.perfstarter.async.limit.RequestLimiter.Admission;
import io.perfstarter.support.RequestPath;
import io.perfstarter.support.ServiceUnavailable;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.Ordered;
import org.springframework.web.cors.CorsUtils;

/**
 * Passes requests through a {@link RequestLimiter} and responds with 503 to rejected
 * ones. Applies only to the initial dispatch of a request.
 *
 * @param limiter the limiter
 * @param excluded matches the paths that are not limited; decoded, normalized and without
 * the context path
 */
public record RequestLimiterFilter(RequestLimiter limiter,
		Predicate<String> excluded) implements Filter, ServletRequestListener {

	/**
	 * Comes after the filter for messages of peers, which must arrive even if the limiter
	 * is full. Comes before the filter of observations, whose times must not include the
	 * queue. That filter has the same order, but its auto-configuration is processed
	 * later.
	 */
	public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 1;

	private static final String ADMISSION = Admission.class.getName();

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (request instanceof HttpServletRequest httpRequest && response instanceof HttpServletResponse httpResponse
				&& !passes(httpRequest)) {
			pass(httpRequest, httpResponse, chain);
		}
		else {
			chain.doFilter(request, response);
		}
	}

	/**
	 * Admits each CORS preflight. If it rejected one, the web page could not read why,
	 * and would not send its request.
	 */
	private boolean passes(HttpServletRequest request) {
		return CorsUtils.isPreFlightRequest(request) || this.excluded.test(RequestPath.of(request));
	}

	private void pass(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		Admission admission = this.limiter.enter();
		if (admission == null) {
			ServiceUnavailable.answer(response, this.limiter.retryAfter());
			return;
		}
		// No scheduler interrupts a virtual thread that computes. Without a yield,
		// requests would wait for a processor where the limiter does not see them.
		Thread.yield();
		try {
			chain.doFilter(request, response);
		}
		finally {
			if (!isKept(request, admission)) {
				admission.leave();
			}
		}
	}

	private static boolean isKept(HttpServletRequest request, Admission admission) {
		if (!request.isAsyncStarted()) {
			return false;
		}
		try {
			request.setAttribute(ADMISSION, admission);
			new AsyncEnd(admission).of(request.getAsyncContext());
			return true;
		}
		catch (IllegalStateException ex) {
			// The request was completed meanwhile.
			return false;
		}
	}

	/**
	 * Gives back the place of an asynchronous request if the container does not call its
	 * listeners: Jetty calls none if the request ends with an error after its response
	 * was committed.
	 */
	@Override
	public void requestDestroyed(ServletRequestEvent event) {
		ServletRequest request = event.getServletRequest();
		if (request.getAttribute(ADMISSION) instanceof Admission admission && !isAsynchronous(request)) {
			admission.leave();
		}
	}

	private static boolean isAsynchronous(ServletRequest request) {
		try {
			return request.isAsyncStarted();
		}
		catch (IllegalStateException ex) {
			// Tomcat dispatches to the error page of an asynchronous request.
			return true;
		}
	}

	/**
	 * Gives the place back at the end of an asynchronous request.
	 *
	 * @param admission the request
	 */
	private record AsyncEnd(Admission admission) implements AsyncListener {

		private void of(AsyncContext request) {
			this.admission.keep(request.getTimeout());
			request.addListener(this);
		}

		@Override
		public void onComplete(AsyncEvent event) {
			this.admission.leave();
		}

		@Override
		public void onTimeout(AsyncEvent event) {
			this.admission.leave();
		}

		@Override
		public void onError(AsyncEvent event) {
			this.admission.leave();
		}

		/**
		 * Registers this listener again, because a new asynchronous dispatch removes it.
		 */
		@Override
		public void onStartAsync(AsyncEvent event) {
			of(event.getAsyncContext());
		}

	}

}
