/**
 * Cache coherence: guarded caches of this instance, and the exchange of evictions with
 * the other instances of the service.
 */
@NullMarked
package io.perfstarter.coherence;

import org.jspecify.annotations.NullMarked;
