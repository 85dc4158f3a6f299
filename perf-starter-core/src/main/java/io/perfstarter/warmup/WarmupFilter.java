package io.perfstarter.warmup;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Predicate;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;

/**
 * Marks the requests of the warm-up, if wanted answers all others with 503 until the
 * instance is warm, and has clients give up the connections that they keep when it stops.
 */
public final class WarmupFilter implements Filter {

	/**
	 * After the messages of peers, and before the application's observations, which are
	 * not to see the warm-up. The latter have the same order: what decides is that the
	 * auto-configuration of this comes before theirs.
	 */
	public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 1;

	/**
	 * The attribute of a request that the warm-up has made.
	 */
	public static final String ATTRIBUTE = "io.perfstarter.warmup";

	/**
	 * When to try again, in seconds.
	 */
	static final String RETRY_AFTER = "1";

	/**
	 * How the versions begin whose connections end with an answer that says so; later
	 * ones end them by themselves.
	 */
	private static final String HTTP_1 = "HTTP/1.";

	private final WarmupState state;

	private final boolean reject;

	private final Predicate<String> passes;

	/**
	 * Creates a filter.
	 * @param state tells the requests of the warm-up, and when it is over
	 * @param reject whether other requests are rejected until then
	 * @param passes which paths are let in all the same; decoded, normalized and without
	 * the context path
	 */
	public WarmupFilter(WarmupState state, boolean reject, Predicate<String> passes) {
		this.state = state;
		this.reject = reject;
		this.passes = passes;
	}

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (request instanceof HttpServletRequest httpRequest && response instanceof HttpServletResponse httpResponse) {
			filter(httpRequest, httpResponse, chain);
		}
		else {
			chain.doFilter(request, response);
		}
	}

	private void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (request.getProtocol().startsWith(HTTP_1)) {
			ClosingResponse closing = new ClosingResponse(response, this.state);
			closing.endConnection();
			letIn(request, closing, chain);
			closing.endConnection();
		}
		else {
			letIn(request, response, chain);
		}
	}

	private void letIn(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (request.getAttribute(ATTRIBUTE) != null) {
			// Dispatched again.
			serve(request, response, chain);
		}
		else if (this.state.isOwn(request.getHeader(WarmupState.HEADER))) {
			request.setAttribute(ATTRIBUTE, Boolean.TRUE);
			serve(new UnmarkedRequest(request), response, chain);
		}
		else if (this.reject && !this.state.isOpen() && !this.passes.test(path(request))) {
			response.setHeader("Retry-After", RETRY_AFTER);
			response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
		}
		else {
			chain.doFilter(request, response);
		}
	}

	/**
	 * Not the URI, in which {@code /actuator/../tickets} would be a path of Actuator.
	 */
	private static String path(HttpServletRequest request) {
		String rest = request.getPathInfo();
		return (rest != null) ? request.getServletPath() + rest : request.getServletPath();
	}

	private static void serve(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		WarmupContext.enter();
		try {
			chain.doFilter(request, response);
		}
		finally {
			WarmupContext.leave();
		}
	}

	/**
	 * An answer that ends its connection if the instance stops before it is sent.
	 */
	private static final class ClosingResponse extends HttpServletResponseWrapper {

		private final WarmupState state;

		private ClosingResponse(HttpServletResponse response, WarmupState state) {
			super(response);
			this.state = state;
		}

		private void endConnection() {
			if (this.state.isClosed() && !isCommitted()) {
				setHeader("Connection", "close");
			}
		}

		@Override
		public ServletOutputStream getOutputStream() throws IOException {
			endConnection();
			return super.getOutputStream();
		}

		@Override
		public PrintWriter getWriter() throws IOException {
			endConnection();
			return super.getWriter();
		}

		@Override
		public void flushBuffer() throws IOException {
			endConnection();
			super.flushBuffer();
		}

		@Override
		public void sendError(int status, String message) throws IOException {
			endConnection();
			super.sendError(status, message);
		}

		@Override
		public void sendError(int status) throws IOException {
			endConnection();
			super.sendError(status);
		}

		@Override
		public void sendRedirect(String location) throws IOException {
			endConnection();
			super.sendRedirect(location);
		}

	}

	/**
	 * A request without the header, which is nobody else's business.
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
