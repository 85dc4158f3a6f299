/**
 * Keeps the local caches of all instances consistent by exchanging evictions.
 */
@NullMarked
package io.perfstarter.coherence;

import org.jspecify.annotations.NullMarked;
