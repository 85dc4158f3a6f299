package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.guard.RequestBegin;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Finds the begin of the request that the current thread serves.
 */
final class CurrentRequestBegin {

	static final String ATTRIBUTE = RequestBegin.class.getName();

	private static final boolean PRESENT = ClassUtils.isPresent(
			"org.springframework.web.context.request.RequestContextHolder", CurrentRequestBegin.class.getClassLoader());

	private CurrentRequestBegin() {
	}

	/**
	 * Returns the begin of the request.
	 * @return the begin, {@code null} if it is unknown or the thread serves no request
	 */
	static @Nullable RequestBegin get() {
		return PRESENT ? Holder.get() : null;
	}

	/**
	 * A separate class, because Spring Web is optional.
	 */
	private static final class Holder {

		private Holder() {
		}

		static @Nullable RequestBegin get() {
			RequestAttributes request = RequestContextHolder.getRequestAttributes();
			if (request == null) {
				return null;
			}
			try {
				return (RequestBegin) request.getAttribute(ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
			}
			catch (IllegalStateException ex) {
				// The request has ended, and this is another thread that worked for it.
				return null;
			}
		}

	}

}
