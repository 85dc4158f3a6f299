package io.perfstarter.coherence.log;

import java.util.Collection;

/**
 * Receives the events of a {@link LogReader} and a {@link LogWriter}. Must neither block
 * nor throw.
 */
public interface LogListener {

	/**
	 * Called when the log was read.
	 */
	default void read() {
	}

	/**
	 * Called when the log could not be read.
	 * @param failure the failure
	 */
	default void readFailed(RuntimeException failure) {
	}

	/**
	 * Called when evictions may have been missed, so that all entries loaded until then
	 * are served by their own age only.
	 * @param reason the reason, never {@link Continuity#CONTINUED}
	 */
	default void missed(Continuity reason) {
	}

	/**
	 * Called when this instance ends a change of another instance, because the writer has
	 * not renewed it for the maximum staleness.
	 * @param change the change
	 */
	default void abandoned(PendingChange change) {
	}

	/**
	 * Called when entries could not be removed from a cache.
	 * @param failure the failure
	 */
	default void evictionFailed(RuntimeException failure) {
	}

	/**
	 * Called when old evictions or an abandoned change could not be removed from the log.
	 * @param failure the failure
	 */
	default void maintenanceFailed(RuntimeException failure) {
	}

	/**
	 * Called when evictions or a change in progress could not be written.
	 * @param caches the names of the caches
	 * @param failure the failure
	 */
	default void writeFailed(Collection<String> caches, Throwable failure) {
	}

	/**
	 * Called when evictions were written that could not be written before.
	 */
	default void writtenAgain() {
	}

}
