/**
 * Auto-configuration of managed caches and of the eviction fan-out.
 */
@NullMarked
package io.perfstarter.coherence.autoconfigure;

import org.jspecify.annotations.NullMarked;
