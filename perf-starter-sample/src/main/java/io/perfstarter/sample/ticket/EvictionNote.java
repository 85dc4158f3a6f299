package io.perfstarter.sample.ticket;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A recorded step of an eviction on this instance.
 *
 * @param at the unique time of the step, in microseconds since 1970
 * @param what the kind of step
 * @param cache the cache, {@code null} for an eviction that was received
 * @param ids the evicted keys or groups, empty for all entries
 * @param origin the id of the instance that started the eviction, {@code null} before it
 * is sent to the peers, and for evictions from the log in the database
 * @param number its sequence number at that instance; an instance that has applied
 * evictions up to this number has applied this one
 */
record EvictionNote(long at, What what, @Nullable String cache, List<?> ids, @Nullable String origin,
		@Nullable Long number) {

	/**
	 * The steps of an eviction.
	 */
	enum What {

		/**
		 * A change was committed on this instance, and its caches still contain the old
		 * entries.
		 */
		COMMITTED,

		/**
		 * The entries of this instance were evicted, and the eviction is being sent to
		 * the peers.
		 */
		EVICTED,

		/** An eviction of another instance, or from the log, was received and applied. */
		HEARD

	}

}
