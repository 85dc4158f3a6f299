package io.perfstarter.routing.session;

import java.io.IOException;
import java.time.Duration;

import io.perfstarter.routing.freshness.Sampler;
import io.perfstarter.support.CompletionListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.WebUtils;

/**
 * Binds a {@link ReadScope} to each request, on every thread that processes it.
 */
public final class RequestScopeFilter extends OncePerRequestFilter {

	static final String SCOPE = RequestScopeFilter.class.getName() + ".scope";

	private final ReadScopes scopes;

	private final @Nullable SessionWrites sessionWrites;

	/**
	 * Creates the filter, to be ordered before any filter that reads from the database.
	 * @param scopes the scopes of the routing
	 * @param window how long later requests of an HTTP session see earlier writes of
	 * other instances; {@code null} if they need not see any earlier writes
	 */
	public RequestScopeFilter(ReadScopes scopes, @Nullable Duration window) {
		this.scopes = scopes;
		this.sessionWrites = (window != null) ? new SessionWrites(window) : null;
	}

	@Override
	protected boolean shouldNotFilterAsyncDispatch() {
		return false;
	}

	/**
	 * The error page belongs to its request.
	 */
	@Override
	protected boolean shouldNotFilterErrorDispatch() {
		return false;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		ReadScope scope = (ReadScope) request.getAttribute(SCOPE);
		if (scope == null) {
			scope = scopeOf(request);
			request.setAttribute(SCOPE, scope);
		}
		ScopedRequest wrapped = WebUtils.getNativeRequest(request, ScopedRequest.class);
		ScopedRequest own = (wrapped != null) ? wrapped : new ScopedRequest(request, this.scopes, scope);
		ReadScope before = this.scopes.replace(scope);
		try {
			chain.doFilter((wrapped != null) ? request : own, response);
		}
		finally {
			this.scopes.replace(before);
			endWith(own, scope);
		}
	}

	/**
	 * Ends the scope when the request has ended, because the server may use the request
	 * object for another one then.
	 */
	private void endWith(ScopedRequest request, ReadScope scope) {
		if (request.isAsyncStarted()) {
			request.endBinding();
			request.getAsyncContext().addListener(new CompletionListener(() -> end(request, scope)));
		}
		else {
			end(request, scope);
		}
	}

	// A session that was created or replaced after the write does not know it yet.
	private void end(HttpServletRequest request, ReadScope scope) {
		scope.end();
		if (this.sessionWrites != null && scope.ownWrite() != Sampler.NEVER) {
			this.sessionWrites.wrote(request.getSession(false), scope.ownWrite());
		}
	}

	private ReadScope scopeOf(HttpServletRequest request) {
		SessionWrites writes = this.sessionWrites;
		if (writes == null) {
			return ReadScope.ofRequest(null);
		}
		ReadScope scope = ReadScope.ofRequest((now) -> writes.wrote(request.getSession(false), now));
		writes.recall(request.getSession(false), scope);
		return scope;
	}

}
