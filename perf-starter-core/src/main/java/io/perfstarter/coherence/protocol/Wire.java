package io.perfstarter.coherence.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What fits into a message.
 */
public interface Wire {

	/**
	 * The weight of an id that cannot travel.
	 */
	int CANNOT_TRAVEL = -1;

	/**
	 * How much of a message's capacity an id, or the name of a cache, takes up.
	 * @param id a key, a group or a name
	 * @return the weight, or {@link #CANNOT_TRAVEL}
	 */
	int weight(@Nullable Object id);

	/**
	 * How much the events of one message may weigh together.
	 * @return the capacity of a message
	 */
	int capacity();

}
