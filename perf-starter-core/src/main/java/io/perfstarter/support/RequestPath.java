package io.perfstarter.support;

import java.util.Objects;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The path of a request below the context path, as the server has decoded and normalized
 * it. Not taken from the raw URI, because {@code /actuator/../tickets} is not a path of
 * Actuator.
 */
public final class RequestPath {

	private RequestPath() {
	}

	/**
	 * Returns the path of a request.
	 * @param request the request
	 * @return the servlet path and the path info
	 */
	public static String of(HttpServletRequest request) {
		return request.getServletPath() + Objects.toString(request.getPathInfo(), "");
	}

}
