package io.perfstarter.coherence.commit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.perfstarter.coherence.commit.CommitListener.CommitInProgress;
import io.perfstarter.jdbc.ConnectionUsage;
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
	final Map<Object, List<CommitInProgress>> commitsInProgress = new HashMap<>(2);

	// The connections whose open transactions this thread has changed.
	final Collection<ConnectionUsage> openChanges = new ArrayList<>(0);

	long writes;

}
