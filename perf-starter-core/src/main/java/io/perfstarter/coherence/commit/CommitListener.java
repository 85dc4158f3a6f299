package io.perfstarter.coherence.commit;

/**
 * Receives the commits of changes that a tracked call may have made. Implementations must
 * be thread-safe and must not throw.
 */
@FunctionalInterface
public interface CommitListener {

	/**
	 * Called before a commit, on the thread that commits. Statements that this method
	 * executes itself are not reported to it.
	 * @param withinCall whether the call is running on this thread; otherwise the thread
	 * may work for the call, which may have ended
	 * @return the receiver of the outcome, called on the same thread
	 */
	CommitInProgress committing(boolean withinCall);

	/**
	 * Receives the outcome of a commit.
	 */
	@FunctionalInterface
	interface CommitInProgress {

		/**
		 * Called once when the commit has ended.
		 * @param committed whether a change may have been committed
		 */
		void ended(boolean committed);

	}

}
