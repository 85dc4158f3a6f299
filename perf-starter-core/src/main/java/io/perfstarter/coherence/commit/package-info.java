/**
 * Keeps the one account of what threads do in transactions, and tracks whether a call may
 * have committed data.
 */
@NullMarked
package io.perfstarter.coherence.commit;

import org.jspecify.annotations.NullMarked;
