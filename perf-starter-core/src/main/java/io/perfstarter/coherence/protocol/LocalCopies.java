package io.perfstarter.coherence.protocol;

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
	 * Removes what the event says is gone; does nothing for a cache that is not known.
	 * @param event what is gone
	 */
	void evict(Event event);

}
