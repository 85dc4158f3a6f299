package io.perfstarter.sample.ticket;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One thing that has happened to the copies of this instance.
 *
 * @param at when, in microseconds since 1970, and never the same twice
 * @param what what it was
 * @param cache the cache it was about, {@code null} for what was heard
 * @param ids the keys or the groups that are gone, empty for all entries
 * @param origin the id of the instance in which it began, {@code null} as long as the
 * others are not told
 * @param number its number there: an instance that has heard up to it has evicted it
 */
record EvictionNote(long at, What what, @Nullable String cache, List<?> ids, @Nullable String origin,
		@Nullable Long number) {

	/**
	 * What can happen to copies.
	 */
	enum What {

		/** A change was committed here, and the caches do not know of it yet. */
		COMMITTED,

		/** The copies of this instance are gone, and the others are being told. */
		EVICTED,

		/** Another instance has told what is gone, and it is gone here, too. */
		HEARD

	}

}
