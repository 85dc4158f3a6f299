package io.perfstarter.coherence.redis;

import org.jspecify.annotations.Nullable;

/**
 * An entry of a {@link LogStream}.
 *
 * @param number its number; the next entry has the next one
 * @param evictions the text of {@link LoggedEvictions}, {@code null} if evictions may be
 * missing that an instance should have written before
 */
public record StreamEntry(long number, @Nullable String evictions) {
}
