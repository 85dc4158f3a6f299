package io.perfstarter.routing.session;

import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;

/**
 * Binds the {@link ReadScope} of a request to the thread that runs the {@link Callable}
 * which the controller has returned.
 */
public final class CallableScopeInterceptor implements CallableProcessingInterceptor {

	private final ReadScopes scopes;

	// No attribute of the request, because the request may end before its Callable.
	private final ThreadLocal<@Nullable ReadScope> before = new ThreadLocal<>();

	/**
	 * Creates an interceptor for the scopes of one routing.
	 * @param scopes the scopes
	 */
	public CallableScopeInterceptor(ReadScopes scopes) {
		this.scopes = scopes;
	}

	@Override
	public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
		ReadScope scope = (ReadScope) request.getAttribute(RequestScopeFilter.SCOPE, RequestAttributes.SCOPE_REQUEST);
		this.before.set(this.scopes.replace(scope));
	}

	@Override
	public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
		this.scopes.replace(this.before.get());
		this.before.remove();
	}

}
