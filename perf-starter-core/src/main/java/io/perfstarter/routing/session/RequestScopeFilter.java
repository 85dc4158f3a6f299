package io.perfstarter.routing.session;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.WebUtils;

/**
 * Binds a {@link ReadScope} to each request, on every thread that processes it.
 */
public final class RequestScopeFilter extends OncePerRequestFilter {

	static final String SCOPE = RequestScopeFilter.class.getName() + ".scope";

	private final ReadScopes scopes;

	/**
	 * Creates the filter, to be ordered before any filter that reads from the database.
	 * @param scopes the scopes of the routing
	 */
	public RequestScopeFilter(ReadScopes scopes) {
		this.scopes = scopes;
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
			scope = ReadScope.ofRequest();
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
			if (own.isAsyncStarted()) {
				own.endBinding();
			}
		}
	}

}
