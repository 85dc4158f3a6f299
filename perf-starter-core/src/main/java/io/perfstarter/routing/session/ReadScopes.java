package io.perfstarter.routing.session;

import org.jspecify.annotations.Nullable;

/**
 * Provides the {@link ReadScope} of the current thread: that of its request, or one of
 * its own. Thread-safe, because each thread sees only its own scope.
 */
public final class ReadScopes {

	private final ThreadLocal<@Nullable ReadScope> scopes = new ThreadLocal<>();

	public ReadScope current() {
		ReadScope scope = this.scopes.get();
		if (scope == null) {
			scope = ReadScope.ofThread();
			this.scopes.set(scope);
		}
		return scope;
	}

	/**
	 * Sets the scope of the current thread.
	 * @return the previous scope, to be passed to {@link #restore}
	 */
	@Nullable ReadScope enter(ReadScope scope) {
		ReadScope before = this.scopes.get();
		this.scopes.set(scope);
		return before;
	}

	void restore(@Nullable ReadScope before) {
		if (before != null) {
			this.scopes.set(before);
		}
		else {
			this.scopes.remove();
		}
	}

}
