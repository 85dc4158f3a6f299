package io.perfstarter.eviction;

import java.util.Collection;

import io.perfstarter.coherence.commit.CommitListener;
import org.jspecify.annotations.Nullable;

/**
 * The commits that a call of an annotated method makes on any thread before it has
 * evicted. A commit keeps the change pending until the call ends. Thread-safe.
 */
final class CallCommits implements CommitListener {

	private static final Runnable NOTHING = () -> {
	};

	private final CommitBoundEvictions evictions;

	private final Collection<String> caches;

	// Guarded by this object's lock, like the next field.
	private boolean ended;

	private @Nullable Runnable endOfChange;

	private volatile boolean committed;

	/**
	 * Creates the commits of a call that begins.
	 * @param evictions makes changes pending
	 * @param caches the caches that the call may change
	 * @param endOfChange ends a change that is pending from the beginning of the call
	 */
	CallCommits(CommitBoundEvictions evictions, Collection<String> caches, @Nullable Runnable endOfChange) {
		this.evictions = evictions;
		this.caches = caches;
		this.endOfChange = endOfChange;
	}

	@Override
	public CommitInProgress committing(boolean withinCall) {
		Runnable endOfCommit = (withinCall && isPending()) ? NOTHING : this.evictions.pending(this.caches);
		return (committed) -> {
			if (committed) {
				this.committed = true;
			}
			if (!committed || !keep(endOfCommit)) {
				endOfCommit.run();
			}
		};
	}

	private synchronized boolean isPending() {
		return this.endOfChange != null;
	}

	/**
	 * Keeps a change pending until the call ends, if no earlier change is pending.
	 */
	private synchronized boolean keep(Runnable endOfChange) {
		boolean kept = !this.ended && this.endOfChange == null;
		if (kept) {
			this.endOfChange = endOfChange;
		}
		return kept;
	}

	/**
	 * Returns whether a commit may have contained changes of the call.
	 */
	boolean haveCommitted() {
		return this.committed;
	}

	synchronized boolean hasEnded() {
		return this.ended;
	}

	/**
	 * Ends the call. Its evictions have been carried out, or deferred to a commit.
	 */
	void end() {
		Runnable endOfChange = ended();
		if (endOfChange != null) {
			endOfChange.run();
		}
	}

	private synchronized @Nullable Runnable ended() {
		Runnable endOfChange = this.endOfChange;
		this.ended = true;
		this.endOfChange = null;
		return endOfChange;
	}

}
