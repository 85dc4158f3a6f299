/**
 * How a local cache stays true: caches of this instance, and word of their changes from
 * and to the other instances of the same service.
 */
@NullMarked
package io.perfstarter.coherence;

import org.jspecify.annotations.NullMarked;
