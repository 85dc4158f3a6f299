package io.perfstarter.coherence.commit;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import io.perfstarter.coherence.commit.CommitListener.CommitInProgress;
import org.jspecify.annotations.Nullable;

/**
 * The state of a thread: its innermost tracked call, its innermost open transaction, and
 * the numbers of attempted commits and of statements that may have changed data. Confined
 * to its thread.
 */
final class ThreadActivity {

	@Nullable TrackedCall call;

	@Nullable OpenTransaction transaction;

	long commits;

	boolean notifying;

	// By connection usage or transaction.
	final Map<Object, List<CommitInProgress>> commitsInProgress = new IdentityHashMap<>(2);

	long writes;

}
