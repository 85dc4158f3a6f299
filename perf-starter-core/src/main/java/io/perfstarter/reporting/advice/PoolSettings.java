package io.perfstarter.reporting.advice;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a pool and the limits of its database.
 *
 * @param name the name of the pool
 * @param max the maximum number of connections
 * @param maxLifetime the maximum lifetime of a connection, zero for no limit;
 * {@code null} if unknown
 * @param keepalive the interval between two validations of an idle connection, zero for
 * never; {@code null} if unknown
 * @param databaseCores the configured number of processor cores of the database server, 0
 * if unknown
 * @param database the limits of the database, {@code null} if unknown
 */
public record PoolSettings(String name, int max, @Nullable Duration maxLifetime, @Nullable Duration keepalive,
		int databaseCores, @Nullable DatabaseFacts database) {

}
