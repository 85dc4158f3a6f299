package io.perfstarter.coherence.guard;

import io.perfstarter.coherence.guard.OwnEvictions.Change;
import org.jspecify.annotations.Nullable;

/**
 * A value to store, which may have to wait for the commit of its transaction.
 *
 * @param value the value
 * @param read the read of the value
 * @param change the change that the value is the result of, {@code null} for a load
 */
record PendingValue(@Nullable Object value, Read read, @Nullable Change change) {

}
