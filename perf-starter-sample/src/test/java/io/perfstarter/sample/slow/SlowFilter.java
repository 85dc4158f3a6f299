package io.perfstarter.sample.slow;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Makes the requests of {@link FilteredController} slow.
 */
@Component
class SlowFilter extends OncePerRequestFilter {

	private int callers;

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return !request.getRequestURI().startsWith("/filtered/");
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		try {
			switch (request.getRequestURI().split("/")[2]) {
				case "sleep" -> Thread.sleep(300);
				case "lock" -> count();
				default -> SlowController.CHURN.take(200);
			}
		}
		catch (InterruptedException ex) {
			throw new ServletException(ex);
		}
		chain.doFilter(request, response);
	}

	private synchronized void count() throws InterruptedException {
		this.callers++;
		Thread.sleep(100);
	}

}
