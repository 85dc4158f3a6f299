/**
 * Remembers the last write of each caller, so that its later reads see it, and the reads
 * that must use the primary.
 */
@NullMarked
package io.perfstarter.routing.session;

import org.jspecify.annotations.NullMarked;
