/**
 * The local caches: what an entry remembers of its loading, and the hit that is a miss.
 */
@NullMarked
package io.perfstarter.coherence.cache;

import org.jspecify.annotations.NullMarked;
