package io.perfstarter.coherence.commit;

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

	long writes;

}
