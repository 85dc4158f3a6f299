package io.perfstarter.warmup;

import org.jspecify.annotations.Nullable;

/**
 * The report about one task of the warm-up.
 *
 * @param name what it is called
 * @param millis how long it took
 * @param failure why it failed, {@code null} if it did not
 */
public record TaskReport(String name, long millis, @Nullable String failure) {
}
