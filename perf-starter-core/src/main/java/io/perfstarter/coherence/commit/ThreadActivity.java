package io.perfstarter.coherence.commit;

import org.jspecify.annotations.Nullable;

/**
 * The state of a thread: its innermost tracked call, its innermost open transaction, and
 * the number of attempted commits. Changes are counted only while an open transaction
 * watches for them. Confined to its thread.
 */
final class ThreadActivity {

	@Nullable TrackedCall call;

	@Nullable OpenTransaction transaction;

	long commits;

	long changes;

	int watchers;

}
