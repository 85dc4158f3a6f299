package io.perfstarter.reporting.request;

import java.io.IOException;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/**
 * What a request or a thread does.
 */
public interface Work {

	void run() throws Exception;

	/**
	 * Starts a thread that does it until it is over or interrupted.
	 */
	default Thread start() {
		Thread thread = new Thread(() -> {
			try {
				run();
			}
			catch (Exception ex) {
				Thread.currentThread().interrupt();
			}
		});
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	/**
	 * Does it as the work of a request that passes a filter.
	 */
	default void serve(Filter filter) throws IOException, ServletException {
		filter.doFilter(new MockHttpServletRequest(), new MockHttpServletResponse(), (request, response) -> {
			try {
				run();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		});
	}

}
