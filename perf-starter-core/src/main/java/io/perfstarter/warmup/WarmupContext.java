package io.perfstarter.warmup;

import org.jspecify.annotations.Nullable;

/**
 * Shows whether the warm-up runs the current code, so that it can skip side effects such
 * as sending mail. Bound to the current thread.
 */
public final class WarmupContext {

	private static final ThreadLocal<@Nullable Boolean> ACTIVE = new ThreadLocal<>();

	private WarmupContext() {
	}

	/**
	 * Returns whether the current thread runs a {@link WarmupTask} or serves a warm-up
	 * request. The context is not propagated to other threads, such as those of
	 * executors.
	 * @return whether the warm-up is active on the current thread
	 */
	public static boolean active() {
		return ACTIVE.get() != null;
	}

	/**
	 * Activates the context. Calls must not be nested.
	 */
	static void enter() {
		ACTIVE.set(Boolean.TRUE);
	}

	static void leave() {
		ACTIVE.remove();
	}

}
