package io.perfstarter.sample.ticket;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Sets response headers that name the instance, the use of a cache, and the database of
 * the request.
 */
@Component
class AnswerHeaders extends OncePerRequestFilter {

	private static final String INSTANCE = "X-Sample-Instance";

	private static final String CACHE = "X-Sample-Cache";

	private static final String DATABASE = "X-Sample-Database";

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		response.setHeader(INSTANCE, Integer.toString(request.getLocalPort()));
		response.setHeader(CACHE, "none");
		response.setHeader(DATABASE, "none");
		chain.doFilter(request, response);
	}

	/**
	 * Records a cache hit before the call of a cached method. {@code missedCache}
	 * overwrites it.
	 */
	static void askedCache() {
		set(CACHE, "hit");
	}

	/**
	 * Records a cache miss. Called in the body of a cached method, which runs only after
	 * a miss.
	 */
	static void missedCache() {
		set(CACHE, "miss");
	}

	static void database(String name) {
		set(DATABASE, name);
	}

	private static void set(String header, String value) {
		if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes
				&& attributes.getResponse() != null) {
			attributes.getResponse().setHeader(header, value);
		}
	}

}
