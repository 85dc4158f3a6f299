package io.perfstarter.coherence.cache;

import org.jspecify.annotations.Nullable;

/**
 * A cached value with what decides whether it may still be served.
 *
 * @param value the value, which may be {@code null}
 * @param group the group of the entry; {@code null} for none
 * @param stamp the stamp taken before the value was read
 */
record GuardedEntry(@Nullable Object value, @Nullable Object group, long stamp) {

}
