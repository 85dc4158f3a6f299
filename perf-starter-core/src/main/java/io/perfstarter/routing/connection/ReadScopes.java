package io.perfstarter.routing.connection;

import org.jspecify.annotations.Nullable;

/**
 * Provides the {@link ReadScope} of the current thread: the scope of its request, the
 * scope of the thread that submitted its task, or a new one. Thread-safe, because a
 * thread sees only its current scope.
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
	 * Returns a time at which a value that the current thread has loaded was certainly
	 * current: {@code loadedAt} or, if the scope has since read from a replica, an
	 * earlier time.
	 * @param loadedAt when the reads began, by {@link System#nanoTime()}
	 * @return the time by {@link System#nanoTime()}, {@link Long#MIN_VALUE} if unknown
	 */
	public long knownAt(long loadedAt) {
		ReadScope scope = this.scopes.get();
		return (scope != null) ? scope.knownAt(loadedAt) : loadedAt;
	}

	/**
	 * Sets the scope of the current thread.
	 * @param scope the scope, {@code null} for a new one
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
