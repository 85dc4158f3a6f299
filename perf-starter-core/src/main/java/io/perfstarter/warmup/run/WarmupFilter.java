package io.perfstarter.warmup.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Predicate;

import io.perfstarter.support.RequestPath;
import io.perfstarter.support.ServiceUnavailable;
import io.perfstarter.support.UncommittedResponse;
import io.perfstarter.warmup.WarmupContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;

/**
 * Marks warm-up requests. Can reject all others with 503 until the instance is warm.
 * Closes kept-alive client connections at shutdown.
 *
 * @param state the state of the warm-up
 * @param reject whether to reject other requests until the instance is warm
 * @param passes matches the paths that are never rejected; decoded, normalized and
 * without the context path
 */
public record WarmupFilter(WarmupState state, boolean reject, Predicate<String> passes) implements Filter {

	/**
	 * Comes after the filter for messages of peers, and before the filter of
	 * observations, which must not record the warm-up. That filter has the same order,
	 * but its auto-configuration is processed later.
	 */
	public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 1;

	/**
	 * The attribute that marks a warm-up request.
	 */
	public static final String ATTRIBUTE = "io.perfstarter.warmup";

	/**
	 * The value of the Retry-After header, in seconds.
	 */
	static final int RETRY_AFTER = 1;

	// Prefix of the HTTP versions in which a response header closes the connection. In
	// later versions the server closes it by itself.
	private static final String HTTP_1 = "HTTP/1.";

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		HttpServletRequest httpRequest = (HttpServletRequest) request;
		HttpServletResponse httpResponse = (HttpServletResponse) response;
		if (request.getProtocol().startsWith(HTTP_1)) {
			ClosingResponse closing = new ClosingResponse(httpResponse, this.state);
			closing.beforeCommit();
			letIn(httpRequest, closing, chain);
			closing.beforeCommit();
		}
		else {
			letIn(httpRequest, httpResponse, chain);
		}
	}

	private void letIn(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (isOwn(request)) {
			request.setAttribute(ATTRIBUTE, Boolean.TRUE);
			WarmupContext.enter();
			try {
				chain.doFilter(new UnmarkedRequest(request), response);
			}
			finally {
				WarmupContext.leave();
			}
		}
		// An error dispatch belongs to a request that was let in.
		else if (this.reject && request.getDispatcherType() == DispatcherType.REQUEST && !this.state.isOpen()
				&& !this.passes.test(RequestPath.of(request))) {
			ServiceUnavailable.answer(response, RETRY_AFTER);
		}
		else {
			chain.doFilter(request, response);
		}
	}

	private boolean isOwn(HttpServletRequest request) {
		// The attribute marks a repeated dispatch, such as ASYNC or ERROR, whose request
		// may lack the header.
		return request.getAttribute(ATTRIBUTE) != null || this.state.isOwn(request::getHeader);
	}

	/**
	 * A response that closes its connection if the shutdown has started.
	 */
	private static final class ClosingResponse extends UncommittedResponse {

		private final WarmupState state;

		private ClosingResponse(HttpServletResponse response, WarmupState state) {
			super(response);
			this.state = state;
		}

		@Override
		protected void beforeCommit() {
			if (this.state.isClosed() && !isCommitted()) {
				setHeader("Connection", "close");
			}
		}

		@Override
		public ServletOutputStream getOutputStream() throws IOException {
			beforeCommit();
			return super.getOutputStream();
		}

		@Override
		public PrintWriter getWriter() throws IOException {
			beforeCommit();
			return super.getWriter();
		}

	}

	/**
	 * Hides the header with the secret of the warm-up from the application.
	 */
	private static final class UnmarkedRequest extends HttpServletRequestWrapper {

		private UnmarkedRequest(HttpServletRequest request) {
			super(request);
		}

		@Override
		public @Nullable String getHeader(String name) {
			return (!WarmupState.HEADER.equalsIgnoreCase(name)) ? super.getHeader(name) : null;
		}

		@Override
		public Enumeration<String> getHeaders(String name) {
			return (!WarmupState.HEADER.equalsIgnoreCase(name)) ? super.getHeaders(name)
					: Collections.emptyEnumeration();
		}

		@Override
		public Enumeration<String> getHeaderNames() {
			List<String> names = Collections.list(super.getHeaderNames());
			names.removeIf(WarmupState.HEADER::equalsIgnoreCase);
			return Collections.enumeration(names);
		}

	}

}
