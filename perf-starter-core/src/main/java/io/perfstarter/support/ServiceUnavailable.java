package io.perfstarter.support;

import jakarta.servlet.http.HttpServletResponse;

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

}
