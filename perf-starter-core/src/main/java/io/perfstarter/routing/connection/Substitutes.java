package io.perfstarter.routing.connection;

import org.jspecify.annotations.Nullable;

/**
 * What replaces the connection of a replica that has not returned data yet.
 *
 * @param afterLoss used if the connection was lost
 * @param afterRefusal used if the replica, or routing for it, has refused the first
 * statement, {@code null} if the caller shall get the failure
 */
record Substitutes(ConnectionAttempt afterLoss, @Nullable ConnectionAttempt afterRefusal) {
}
