package io.perfstarter.routing;

import org.jspecify.annotations.Nullable;

/**
 * The {@link ReadScope} of the calling thread: that of the request it works for, or its
 * own. Thread-safe, because each thread has its own.
 */
final class ReadScopes {

	private final ThreadLocal<@Nullable ReadScope> scopes = new ThreadLocal<>();

	ReadScope current() {
		ReadScope scope = this.scopes.get();
		if (scope == null) {
			scope = ReadScope.ofThread();
			this.scopes.set(scope);
		}
		return scope;
	}

	/**
	 * Makes a scope that of the calling thread.
	 * @return the one it had before, for {@link #restore}
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
