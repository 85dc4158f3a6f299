package io.perfstarter.async.context;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Propagates a copy of the security context. Spring Security's accessor propagates the
 * context itself: a later authentication on one thread would also apply on the other.
 */
final class SecurityAccessor implements ThreadLocalAccessor<SecurityAccessor.Captured> {

	@Override
	public Object key() {
		return SecurityContext.class.getName();
	}

	@Override
	public @Nullable Captured getValue() {
		SecurityContext context = SecurityContextHolder.getContext();
		Authentication authentication = context.getAuthentication();
		return (authentication != null) ? new Captured(context, authentication) : null;
	}

	@Override
	public void setValue(Captured value) {
		SecurityContext copy = SecurityContextHolder.createEmptyContext();
		copy.setAuthentication(value.authentication());
		SecurityContextHolder.setContext(copy);
	}

	@Override
	public void setValue() {
		SecurityContextHolder.clearContext();
	}

	@Override
	public void restore(Captured before) {
		SecurityContextHolder.setContext(before.context());
	}

	/**
	 * A captured security context.
	 *
	 * @param context the context of the thread
	 * @param authentication the authentication at capture time
	 */
	record Captured(SecurityContext context, Authentication authentication) {

	}

}
