/**
 * Guarded caches: never serve or store an invalidated entry.
 */
@NullMarked
package io.perfstarter.coherence.cache;

import org.jspecify.annotations.NullMarked;
