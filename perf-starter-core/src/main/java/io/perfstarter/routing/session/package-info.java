/**
 * Tracks what a caller must be able to find again: its last write, and the reads that
 * must use the primary.
 */
@NullMarked
package io.perfstarter.routing.session;

import org.jspecify.annotations.NullMarked;
