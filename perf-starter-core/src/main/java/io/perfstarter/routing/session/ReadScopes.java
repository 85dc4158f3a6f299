package io.perfstarter.routing.session;

import org.jspecify.annotations.Nullable;

/**
 * Provides the {@link ReadScope} of the current thread: the scope of its request, of the
 * thread that has submitted the current task, or one of its own. Thread-safe, because
 * each thread sees only its own scope.
 */
public final class ReadScopes {

	private final ThreadLocal<@Nullable ReadScope> scopes = new ThreadLocal<>();

	public ReadScope current() {
		ReadScope scope = this.scopes.get();
		if (scope == null) {
			scope = new ReadScope(false);
			this.scopes.set(scope);
		}
		return scope;
	}

	/**
	 * Returns whether the current thread has a scope already.
	 */
	boolean isBound() {
		return this.scopes.get() != null;
	}

	/**
	 * Sets the scope of the current thread.
	 * @param scope the scope, {@code null} for one of its own
	 * @return the previous scope
	 */
	@Nullable ReadScope replace(@Nullable ReadScope scope) {
		ReadScope before = this.scopes.get();
		if (scope != null) {
			this.scopes.set(scope);
		}
		else {
			this.scopes.remove();
		}
		return before;
	}

}
