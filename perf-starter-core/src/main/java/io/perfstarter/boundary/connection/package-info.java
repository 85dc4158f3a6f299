/**
 * Detects remote calls and idle time while a transaction holds a connection, and keeps
 * usage statistics of each method.
 */
@NullMarked
package io.perfstarter.boundary.connection;

import org.jspecify.annotations.NullMarked;
