package io.perfstarter.coherence.autoconfigure;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Finds the HTTP request that the current thread serves.
 */
final class CurrentRequest {

	private static final boolean SERVLETS_PRESENT = ClassUtils.isPresent("jakarta.servlet.ServletRequest",
			CurrentRequest.class.getClassLoader())
			&& ClassUtils.isPresent("org.springframework.web.context.request.ServletRequestAttributes",
					CurrentRequest.class.getClassLoader());

	private CurrentRequest() {
	}

	/**
	 * Returns the original request without the wrappers of filters.
	 * @return the request, {@code null} if the current thread serves none
	 */
	static @Nullable Object get() {
		return (SERVLETS_PRESENT) ? Servlets.request() : null;
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
