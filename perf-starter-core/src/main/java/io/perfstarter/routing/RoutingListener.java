package io.perfstarter.routing;

import org.jspecify.annotations.Nullable;

/**
 * Hears what becomes of the servers, of each change once and for each server in order.
 *
 * <p>
 * Called by the thread that found it out, which may be one of the application's; must not
 * block.
 */
interface RoutingListener {

	/**
	 * A replica is in another state.
	 * @param name its name
	 * @param before the state until now
	 * @param now the state from now on
	 * @param error what is wrong with it, {@code null} if nothing is
	 */
	default void replicaChanged(String name, ReplicaState before, ReplicaState now, @Nullable String error) {
	}

	/**
	 * A replica did not answer when it was asked how far it is. Heard each time, after
	 * the change.
	 * @param name its name
	 * @param failure why not
	 */
	default void replicaFailed(String name, Throwable failure) {
	}

	/**
	 * The primary does not answer, or does again. That it answers when it is asked for
	 * the first time is no news.
	 * @param answering whether it does
	 * @param error why not, {@code null} if it does
	 */
	default void primaryChanged(boolean answering, @Nullable String error) {
	}

}
