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
	 * request. The context is not propagated to other threads, such as threads of
	 * executors. In a reactive application it needs
	 * {@code spring.reactor.context-propagation=auto}.
	 * @return whether the warm-up is active on the current thread
	 */
	public static boolean active() {
		return ACTIVE.get() != null;
	}

	/**
	 * Activates the context for the current thread. Called by the warm-up, and by tests
	 * of code that behaves differently during it. Calls must not be nested.
	 */
	public static void enter() {
		ACTIVE.set(Boolean.TRUE);
	}

	/**
	 * Deactivates the context for the current thread.
	 */
	public static void leave() {
		ACTIVE.remove();
	}

}
