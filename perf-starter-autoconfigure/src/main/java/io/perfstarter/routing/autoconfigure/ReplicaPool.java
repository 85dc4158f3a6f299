package io.perfstarter.routing.autoconfigure;

import java.time.Duration;

import com.zaxxer.hikari.HikariDataSource;

/**
 * The connection pool of a replica.
 *
 * @param dataSource the pool, whose connection timeout is as short as possible
 * @param timeout the configured connection timeout, for which reads wait in front of the
 * pool, so that they do not wait for a failed replica
 */
record ReplicaPool(HikariDataSource dataSource, Duration timeout) {
}
