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
 * Says in the headers of each answer which instance gave it, whether a cache did, and
 * which database was asked.
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

	/** Called before a cached method: a hit, as long as nobody says otherwise. */
	static void askedCache() {
		set(CACHE, "hit");
	}

	/** Called in the body of a cached method, which runs only when the cache has none. */
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
