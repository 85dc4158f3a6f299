package io.perfstarter.coherence.protocol;

import java.util.List;

/**
 * The caches of this instance, as the protocol sees them.
 */
public interface LocalCopies {

	/**
	 * Whether this instance has a cache of that name.
	 * @param cache the name of a cache
	 * @return whether there is such a cache here
	 */
	boolean knows(String cache);

	/**
	 * Removes what the events say is gone, so that nothing loaded from a copy that is
	 * gone by another of them stays either; does nothing for a cache that is not known.
	 * @param events what is gone, of one transaction
	 */
	void evict(List<Event> events);

	/**
	 * Neither serves nor keeps what the events name until it is released, because it is
	 * about to change.
	 * @param events what is about to be gone
	 */
	void withhold(List<Event> events);

	/**
	 * Ends a {@link #withhold}.
	 * @param events what was withheld
	 */
	void release(List<Event> events);

	/**
	 * Removes all entries of all caches whose coherence is promised.
	 */
	void clear();

}
