package io.perfstarter.coherence.commit;

import org.jspecify.annotations.Nullable;

/**
 * What a thread is doing: its innermost tracked call, its innermost open transaction, and
 * how many commits it has attempted. Changes are counted only while an open transaction
 * watches for them. Confined to its thread.
 */
final class ThreadActivity {

	@Nullable TrackedCall call;

	@Nullable OpenTransaction transaction;

	long commits;

	long changes;

	int watchers;

}
