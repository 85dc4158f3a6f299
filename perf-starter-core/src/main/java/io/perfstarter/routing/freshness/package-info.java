/**
 * Tells how far each server is behind, and whether it can be reached.
 */
@NullMarked
package io.perfstarter.routing.freshness;

import org.jspecify.annotations.NullMarked;
