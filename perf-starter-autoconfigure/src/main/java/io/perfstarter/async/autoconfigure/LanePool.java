package io.perfstarter.async.autoconfigure;

/**
 * A pool of connections that lanes share.
 *
 * @param name the name of its bean
 * @param permits what they may have of it
 */
record LanePool(String name, PoolShare permits) {
}
