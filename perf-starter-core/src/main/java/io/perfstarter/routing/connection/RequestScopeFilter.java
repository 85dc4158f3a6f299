package io.perfstarter.routing.connection;

import java.io.IOException;
import java.util.concurrent.Callable;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;
import org.springframework.web.context.request.async.WebAsyncUtils;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.WebUtils;

/**
 * Binds a {@link ReadScope} to each request, on every thread that processes it. This
 * includes threads that run a {@link Callable} of a controller.
 */
public class RequestScopeFilter extends OncePerRequestFilter implements CallableProcessingInterceptor {

	private static final String SCOPE = RequestScopeFilter.class.getName() + ".scope";

	private final ReadScopes scopes;

	// The previous scopes of threads that run a Callable. Not an attribute of the
	// request, because the request may end before its Callable.
	private final ThreadLocal<@Nullable ReadScope> before = new ThreadLocal<>();

	/**
	 * Creates the filter. It must be ordered before any filter that reads from the
	 * database.
	 * @param scopes the scopes of the routing
	 */
	public RequestScopeFilter(ReadScopes scopes) {
		this.scopes = scopes;
	}

	/**
	 * Creates a filter that also reads tokens of requests and sets tokens of responses.
	 * @param scopes the scopes of the routing
	 * @param tokens issues and accepts the tokens
	 * @param service the name of the service whose cookie has the token, {@code null} for
	 * a header
	 * @return the filter
	 */
	public static RequestScopeFilter of(ReadScopes scopes, ReadTokens tokens, @Nullable String service) {
		return new ReadTokenFilter(scopes, tokens,
				(service != null) ? TokenPlace.cookie(service) : TokenPlace.header());
	}

	@Override
	protected final boolean shouldNotFilterAsyncDispatch() {
		return false;
	}

	/**
	 * The error page belongs to its request and may write, too.
	 */
	@Override
	protected final boolean shouldNotFilterErrorDispatch() {
		return false;
	}

	@Override
	protected final void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		ReadScope scope = (ReadScope) request.getAttribute(SCOPE);
		if (scope == null) {
			scope = new ReadScope(true);
			request.setAttribute(SCOPE, scope);
			WebAsyncUtils.getAsyncManager(request).registerCallableInterceptor(SCOPE, this);
		}
		ScopedRequest wrapped = WebUtils.getNativeRequest(request, ScopedRequest.class);
		ScopedRequest own = (wrapped != null) ? wrapped : new ScopedRequest(request, scope);
		ReadScope before = this.scopes.replace(scope);
		try {
			serve((wrapped != null) ? request : own, response, chain, scope);
		}
		finally {
			this.scopes.replace(before);
			if (own.isAsyncStarted()) {
				own.endBinding();
			}
		}
	}

	/**
	 * Processes a request whose scope is bound.
	 * @param scope the scope
	 */
	void serve(HttpServletRequest request, HttpServletResponse response, FilterChain chain, ReadScope scope)
			throws ServletException, IOException {
		chain.doFilter(request, response);
	}

	@Override
	public final <T> void preProcess(NativeWebRequest request, Callable<T> task) {
		ReadScope scope = (ReadScope) request.getAttribute(SCOPE, RequestAttributes.SCOPE_REQUEST);
		this.before.set(this.scopes.replace(scope));
	}

	@Override
	public final <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
		this.scopes.replace(this.before.get());
		this.before.remove();
	}

	/**
	 * A request that binds its scope while the server calls the listeners of Spring MVC
	 * and of the application for a timeout or an error of asynchronous processing. The
	 * server calls listeners in the order of their registration. This class registers one
	 * listener before the others, and one after them.
	 */
	private final class ScopedRequest extends HttpServletRequestWrapper {

		private final ReadScope scope;

		// Confined to the thread that calls the listeners.
		private @Nullable ReadScope before;

		private ScopedRequest(HttpServletRequest request, ReadScope scope) {
			super(request);
			this.scope = scope;
		}

		@Override
		public AsyncContext startAsync() {
			return bound(super.startAsync());
		}

		@Override
		public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
			return bound(super.startAsync(request, response));
		}

		private AsyncContext bound(AsyncContext context) {
			context.addListener(
					new FailureListener(() -> this.before = RequestScopeFilter.this.scopes.replace(this.scope)));
			return context;
		}

		/**
		 * Ends the binding after all listeners that are registered so far.
		 */
		private void endBinding() {
			getAsyncContext()
				.addListener(new FailureListener(() -> RequestScopeFilter.this.scopes.replace(this.before)));
		}

	}

}
