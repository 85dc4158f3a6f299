package io.perfstarter.async;

import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Propagates a copy of the security context.
 */
final class SecuritySource implements ContextSource<SecurityContext> {

	/**
	 * Copies the context for each task, because a later authentication on one thread
	 * would otherwise also apply on the other.
	 */
	@Override
	public @Nullable SecurityContext capture() {
		Authentication authentication = current().getAuthentication();
		if (authentication == null) {
			return null;
		}
		SecurityContext copy = SecurityContextHolder.createEmptyContext();
		copy.setAuthentication(authentication);
		return copy;
	}

	@Override
	public SecurityContext current() {
		return SecurityContextHolder.getContext();
	}

	@Override
	public void set(SecurityContext value) {
		SecurityContextHolder.setContext(value);
	}

	@Override
	public void restore(@Nullable SecurityContext before) {
		// The holder created an empty context if none was set.
		if (before == null || before.getAuthentication() == null) {
			SecurityContextHolder.clearContext();
		}
		else {
			SecurityContextHolder.setContext(before);
		}
	}

}
