package io.perfstarter.async;

import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Who is authenticated.
 */
final class SecuritySource implements ContextSource<SecurityContext> {

	/**
	 * Gives a context of its own to each task: in one that is shared, whoever is
	 * authenticated by the one thread later is so in the other.
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
		// The holder has made an empty one where there was none.
		if (before == null || before.getAuthentication() == null) {
			SecurityContextHolder.clearContext();
		}
		else {
			SecurityContextHolder.setContext(before);
		}
	}

}
