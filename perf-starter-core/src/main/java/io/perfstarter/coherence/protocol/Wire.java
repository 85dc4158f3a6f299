package io.perfstarter.coherence.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The payload limits of a message.
 */
public interface Wire {

	/**
	 * The weight of an id that cannot be encoded.
	 */
	int CANNOT_TRAVEL = -1;

	/**
	 * Returns the weight of an id or of a cache name.
	 * @param id a key, a group or a name
	 * @return the weight, or {@link #CANNOT_TRAVEL}
	 */
	int weight(@Nullable Object id);

	/**
	 * Returns the maximum total weight of the events in one message.
	 * @return the capacity of a message
	 */
	int capacity();

	/**
	 * Returns the maximum total weight of the names of caches with changes in progress in
	 * an answer. The names of doubted caches have the same limit.
	 * @return the capacity for these names
	 */
	int pendingCapacity();

}
