package io.perfstarter.async.autoconfigure;

/**
 * A connection pool whose size limits executors.
 *
 * @param name the name of the DataSource bean
 * @param permits supplies the concurrency limit of its executors
 */
record ExecutorPool(String name, PoolShare permits) {
}
