/**
 * Sends read-only transactions to a replica that is fresh enough: knows the lag of each
 * server and what each caller must find, chooses the server of each connection, and
 * explains writes that are refused.
 */
@NullMarked
package io.perfstarter.routing.connection;

import org.jspecify.annotations.NullMarked;
