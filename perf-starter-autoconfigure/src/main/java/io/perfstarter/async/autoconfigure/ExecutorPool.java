package io.perfstarter.async.autoconfigure;

/**
 * A pool of connections that executors share.
 *
 * @param name the name of its bean
 * @param permits what they may have of it
 */
record ExecutorPool(String name, PoolShare permits) {
}
