/**
 * Which database a connection comes from: read-only transactions go to a replica that is
 * fresh enough, everything else to the primary.
 */
@NullMarked
package io.perfstarter.routing;

import org.jspecify.annotations.NullMarked;
