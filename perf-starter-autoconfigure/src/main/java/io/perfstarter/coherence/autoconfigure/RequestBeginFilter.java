package io.perfstarter.coherence.autoconfigure;

import java.io.IOException;

import io.perfstarter.coherence.guard.CacheGuard;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * Records the begin of each request, because open-in-view may read entities from then on.
 */
record RequestBeginFilter(CacheGuard guard) implements Filter {

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (request.getAttribute(CurrentRequest.BEGIN) == null) {
			request.setAttribute(CurrentRequest.BEGIN, this.guard.requestBegins());
		}
		try {
			chain.doFilter(request, response);
		}
		finally {
			this.guard.requestEnds();
		}
	}

}
