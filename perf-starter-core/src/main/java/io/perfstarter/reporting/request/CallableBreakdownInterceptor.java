package io.perfstarter.reporting.request;

import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;

/**
 * Binds the time breakdown of a request to the thread that runs the {@link Callable}
 * returned by the controller, on any executor. Thread-safe.
 */
public final class CallableBreakdownInterceptor implements CallableProcessingInterceptor {

	// A request attribute would not do, because the request may end before its Callable.
	private final ThreadLocal<@Nullable TimeBreakdown> before = new ThreadLocal<>();

	@Override
	public <T> void beforeConcurrentHandling(NativeWebRequest request, Callable<T> task) {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown != null) {
			request.setAttribute(TimeBreakdownFilter.ATTRIBUTE, breakdown, RequestAttributes.SCOPE_REQUEST);
		}
	}

	@Override
	public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
		TimeBreakdown breakdown = (TimeBreakdown) request.getAttribute(TimeBreakdownFilter.ATTRIBUTE,
				RequestAttributes.SCOPE_REQUEST);
		this.before.set(CurrentTimeBreakdown.replace(breakdown));
	}

	@Override
	public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
		CurrentTimeBreakdown.replace(this.before.get());
		this.before.remove();
	}

}
