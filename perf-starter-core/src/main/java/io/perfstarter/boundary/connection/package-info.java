/**
 * Detects remote calls and idle time while a connection is held, and records how each
 * method uses its connections.
 */
@NullMarked
package io.perfstarter.boundary.connection;

import org.jspecify.annotations.NullMarked;
