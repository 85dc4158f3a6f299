/**
 * Auto-configuration of the local caches and of what keeps them coherent.
 */
@NullMarked
package io.perfstarter.coherence.autoconfigure;

import org.jspecify.annotations.NullMarked;
