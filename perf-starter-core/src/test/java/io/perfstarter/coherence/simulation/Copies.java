package io.perfstarter.coherence.simulation;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.perfstarter.coherence.protocol.LocalCopies;

/**
 * The guarded caches of one instance.
 */
interface Copies {

	/**
	 * Reads through the cache of a row.
	 * @param row the row
	 * @param load begins to read it from the database; not called for a hit
	 * @return the value, now or later
	 */
	CompletableFuture<Version> read(Row row, Supplier<CompletableFuture<Version>> load);

	/**
	 * The caches as the protocol sees them.
	 */
	LocalCopies local();

	/**
	 * Something may have been missed, and the watermark knows.
	 */
	default void missed() {
	}

}
