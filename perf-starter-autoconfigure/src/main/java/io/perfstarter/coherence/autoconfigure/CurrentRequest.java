package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.guard.RequestBegin;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Finds the HTTP request that the current thread serves, and its begin.
 */
final class CurrentRequest {

	static final String BEGIN = RequestBegin.class.getName();

	private static final boolean WEB_PRESENT = isPresent(
			"org.springframework.web.context.request.RequestContextHolder");

	private static final boolean SERVLETS_PRESENT = WEB_PRESENT && isPresent("jakarta.servlet.ServletRequest");

	private CurrentRequest() {
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, CurrentRequest.class.getClassLoader());
	}

	/**
	 * Returns the original request without the wrappers of filters.
	 * @return the request, {@code null} if the current thread serves none
	 */
	static @Nullable Object get() {
		return SERVLETS_PRESENT ? Servlets.request() : null;
	}

	/**
	 * Returns the begin of the request.
	 * @return the begin, {@code null} if it is unknown or the thread serves no request
	 */
	static @Nullable RequestBegin begin() {
		return WEB_PRESENT ? Web.begin() : null;
	}

	/**
	 * A separate class, because Spring Web is optional.
	 */
	private static final class Web {

		private Web() {
		}

		static @Nullable RequestBegin begin() {
			RequestAttributes request = RequestContextHolder.getRequestAttributes();
			if (request == null) {
				return null;
			}
			try {
				return (RequestBegin) request.getAttribute(BEGIN, RequestAttributes.SCOPE_REQUEST);
			}
			catch (IllegalStateException ex) {
				// The request has ended, and this is another thread that worked for it.
				return null;
			}
		}

	}

	/**
	 * A separate class, because the servlet API is optional.
	 */
	private static final class Servlets {

		private Servlets() {
		}

		static @Nullable Object request() {
			if (!(RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes)) {
				return null;
			}
			ServletRequest request = attributes.getRequest();
			while (request instanceof ServletRequestWrapper wrapper) {
				request = wrapper.getRequest();
			}
			return request;
		}

	}

}
