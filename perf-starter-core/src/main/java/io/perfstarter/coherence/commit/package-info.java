/**
 * Tracks the open transactions of each thread, and whether a call may have committed
 * data.
 */
@NullMarked
package io.perfstarter.coherence.commit;

import org.jspecify.annotations.NullMarked;
