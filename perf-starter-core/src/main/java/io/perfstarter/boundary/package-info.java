/**
 * Detects remote calls and idle time while a transaction holds a connection, and provides
 * transactions for repository methods.
 */
@NullMarked
package io.perfstarter.boundary;

import org.jspecify.annotations.NullMarked;
