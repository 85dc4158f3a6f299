package io.perfstarter.routing.session;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A request whose scope is bound to the thread that reports a timeout or an error of its
 * asynchronous processing, while the listeners of Spring MVC and of the application are
 * called. The server calls the listeners in the order of their registration, and
 * therefore ours before and after the others.
 */
final class ScopedRequest extends HttpServletRequestWrapper {

	private final ReadScopes scopes;

	private final ReadScope scope;

	// Confined to the thread that calls the listeners.
	private @Nullable ReadScope before;

	ScopedRequest(HttpServletRequest request, ReadScopes scopes, ReadScope scope) {
		super(request);
		this.scopes = scopes;
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
		context.addListener(new FailureListener(() -> this.before = this.scopes.replace(this.scope)));
		return context;
	}

	/**
	 * Ends the binding after the listeners that are registered so far.
	 */
	void endBinding() {
		getAsyncContext().addListener(new FailureListener(() -> this.scopes.replace(this.before)));
	}

}
