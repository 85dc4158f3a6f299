/**
 * Routes database connections: read-only transactions to a replica that is fresh enough,
 * everything else to the primary.
 */
@NullMarked
package io.perfstarter.routing;

import org.jspecify.annotations.NullMarked;
