package io.perfstarter.warmup;

import org.jspecify.annotations.Nullable;

/**
 * Shows whether the warm-up runs the current code, which may then leave out side effects
 * such as sending mail. Bound to the thread.
 */
public final class WarmupContext {

	private static final ThreadLocal<@Nullable Boolean> ACTIVE = new ThreadLocal<>();

	private WarmupContext() {
	}

	/**
	 * Whether the calling thread works for the warm-up: it runs a {@link WarmupTask} or
	 * serves one of its calls. Not known to threads to which it hands on work, such as
	 * those of executors.
	 * @return whether it does
	 */
	public static boolean active() {
		return ACTIVE.get() != null;
	}

	/**
	 * Begins to work for it; not within itself.
	 */
	static void enter() {
		ACTIVE.set(Boolean.TRUE);
	}

	static void leave() {
		ACTIVE.remove();
	}

}
