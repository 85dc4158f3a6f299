package io.perfstarter.reporting.advice;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a pool and the limits of its database.
 *
 * @param name the name of the pool
 * @param max the maximum number of connections
 * @param databaseCores the configured number of processor cores of the database server, 0
 * if unknown
 * @param database the limits of the database, {@code null} if unknown
 */
public record PoolSettings(String name, int max, int databaseCores, @Nullable DatabaseFacts database) {

}
