package io.perfstarter.reporting.advice;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How a pool is set, and what its database allows.
 *
 * @param name its name
 * @param max how many connections it may have
 * @param maxLifetime the maximum lifetime of a connection, zero for no limit;
 * {@code null} if not known
 * @param keepalive how often it asks an idle connection for a sign of life, zero if
 * never; {@code null} if not known
 * @param databaseCores how many processors the server of the database has, as the user
 * says; 0 if he does not
 * @param database what the database allows, {@code null} if not known
 */
public record PoolSettings(String name, int max, @Nullable Duration maxLifetime, @Nullable Duration keepalive,
		int databaseCores, @Nullable DatabaseFacts database) {

}
