/**
 * Sends read-only transactions to a replica that is fresh enough. Knows the lag of each
 * replica and what each caller must find, chooses the server of each connection, and
 * explains rejected writes.
 */
@NullMarked
package io.perfstarter.routing.connection;

import org.jspecify.annotations.NullMarked;
