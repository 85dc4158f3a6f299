package io.perfstarter.coherence.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A wire on which each id weighs 1 and plain objects cannot travel.
 */
record PlainWire(int capacity) implements Wire {

	@Override
	public int weight(@Nullable Object id) {
		return (id != null && id.getClass() == Object.class) ? CANNOT_TRAVEL : 1;
	}

	@Override
	public int pendingCapacity() {
		return this.capacity;
	}

}
