package io.perfstarter.eviction;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import io.perfstarter.coherence.commit.CommitListener;
import org.jspecify.annotations.Nullable;

/**
 * The commits that a call of an annotated method makes before it ends. What is known of
 * those of its own thread is evicted at once; the rest, and those of other threads, keep
 * the change pending until the call ends and evicts. Thread-safe.
 */
final class CallCommits implements CommitListener {

	private final CommitBoundEvictions evictions;

	private final Collection<String> caches;

	private final Supplier<List<Eviction>> evaluation;

	private final Supplier<List<String>> unknown;

	// Guarded by this object's lock, like the next field.
	private boolean ended;

	private @Nullable Runnable endOfChange;

	/**
	 * Creates the commits of a call that begins.
	 * @param evictions carries out the evictions
	 * @param caches the caches that the call may change
	 * @param evaluation evaluates the evictions of the running call
	 * @param unknown finds the caches whose evictions only the end of the call tells
	 * @param endOfChange ends the change if it is pending from the beginning of the call
	 */
	CallCommits(CommitBoundEvictions evictions, Collection<String> caches, Supplier<List<Eviction>> evaluation,
			Supplier<List<String>> unknown, @Nullable Runnable endOfChange) {
		this.evictions = evictions;
		this.caches = caches;
		this.evaluation = evaluation;
		this.unknown = unknown;
		this.endOfChange = endOfChange;
	}

	@Override
	public CommitInProgress committing(boolean withinCall) {
		return withinCall ? onThreadOfCall() : pendingUntilTheEnd(this.caches);
	}

	private CommitInProgress onThreadOfCall() {
		List<Eviction> due = this.evaluation.get();
		List<String> unknown = this.unknown.get();
		CommitInProgress atTheEnd = unknown.isEmpty() ? (committed) -> {
		} : pendingUntilTheEnd(unknown);
		CommitFence fence = this.evictions.fence();
		fence.add(due);
		return (committed) -> {
			try {
				if (committed) {
					this.evictions.evictNow(due);
				}
			}
			finally {
				fence.release();
				atTheEnd.ended(committed);
			}
		};
	}

	private CommitInProgress pendingUntilTheEnd(Collection<String> caches) {
		Runnable endOfCommit = this.evictions.pending(caches);
		return (committed) -> {
			if (!committed || !keep(endOfCommit)) {
				endOfCommit.run();
			}
		};
	}

	/**
	 * Keeps a change pending until the call ends, unless an earlier one is pending.
	 */
	private synchronized boolean keep(Runnable endOfChange) {
		boolean kept = !this.ended && this.endOfChange == null;
		if (kept) {
			this.endOfChange = endOfChange;
		}
		return kept;
	}

	/**
	 * Returns whether a change is pending that has not been evicted.
	 */
	synchronized boolean isPending() {
		return this.endOfChange != null;
	}

	/**
	 * Ends the call, whose evictions have been carried out or deferred until a commit.
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
