package io.perfstarter.async.limit;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.perfstarter.support.LogOnce;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsUtils;

/**
 * Adds the application's CORS headers to the response of a rejected request, so that a
 * page of another origin can read it. Thread-safe.
 */
final class CorsHeaders {

	private static final Log logger = LogFactory.getLog(CorsHeaders.class);

	private final Supplier<List<Filter>> filters;

	private final LogOnce once = new LogOnce();

	/**
	 * Creates an instance.
	 * @param filters the filters that add the headers, or reject the origin by not
	 * calling their chain
	 */
	CorsHeaders(Supplier<List<Filter>> filters) {
		this.filters = filters;
	}

	void addTo(HttpServletRequest request, HttpServletResponse response) {
		try {
			if (isCrossOrigin(request)) {
				add(request, response);
			}
		}
		catch (Exception ex) {
			if (this.once.isFirst(ex.getClass())) {
				logger
					.warn("Could not add CORS headers to the 503 of a rejected request, which a page of another origin "
							+ "cannot read", ex);
			}
		}
	}

	private static boolean isCrossOrigin(HttpServletRequest request) {
		try {
			return CorsUtils.isCorsRequest(request);
		}
		catch (IllegalArgumentException ex) {
			// The origin is malformed, so that no application allows it.
			return false;
		}
	}

	private void add(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException {
		HeadersOnlyResponse headers = new HeadersOnlyResponse(response);
		for (Filter filter : this.filters.get()) {
			AtomicBoolean allowed = new AtomicBoolean();
			filter.doFilter(request, headers, (ignored, answer) -> allowed.set(true));
			if (!allowed.get()) {
				return;
			}
		}
		if (headers.containsHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN)) {
			headers.copyTo(response);
			response.addHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, HttpHeaders.RETRY_AFTER);
		}
	}

}
