/**
 * Tracks what a call may have committed, and which transactions of its thread are open.
 */
@NullMarked
package io.perfstarter.coherence.commit;

import org.jspecify.annotations.NullMarked;
