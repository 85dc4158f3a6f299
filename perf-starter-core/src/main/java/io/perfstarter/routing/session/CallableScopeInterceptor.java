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

	private static final String BEFORE = CallableScopeInterceptor.class.getName() + ".before";

	private final ReadScopes scopes;

	/**
	 * Creates an interceptor for the scopes of one routing.
	 * @param scopes the scopes
	 */
	public CallableScopeInterceptor(ReadScopes scopes) {
		this.scopes = scopes;
	}

	@Override
	public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
		ReadScope before = this.scopes.replace((ReadScope) get(request, RequestScopeFilter.SCOPE));
		if (before != null) {
			request.setAttribute(BEFORE, before, RequestAttributes.SCOPE_REQUEST);
		}
	}

	@Override
	public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
		this.scopes.replace((ReadScope) get(request, BEFORE));
		request.removeAttribute(BEFORE, RequestAttributes.SCOPE_REQUEST);
	}

	private static @Nullable Object get(NativeWebRequest request, String name) {
		return request.getAttribute(name, RequestAttributes.SCOPE_REQUEST);
	}

}
