/**
 * Chooses the server of each connection, and counts the choices.
 */
@NullMarked
package io.perfstarter.routing.connection;

import org.jspecify.annotations.NullMarked;
