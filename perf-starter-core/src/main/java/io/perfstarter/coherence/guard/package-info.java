/**
 * Guarded caches: never serve or store an invalidated entry.
 */
@NullMarked
package io.perfstarter.coherence.guard;

import org.jspecify.annotations.NullMarked;
