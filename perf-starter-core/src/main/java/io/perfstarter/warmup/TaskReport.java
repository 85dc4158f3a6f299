package io.perfstarter.warmup;

import org.jspecify.annotations.Nullable;

/**
 * The report about one warm-up task.
 *
 * @param name the name of the task
 * @param millis the duration in milliseconds
 * @param failure the reason of the failure, {@code null} if the task succeeded
 */
public record TaskReport(String name, long millis, @Nullable String failure) {
}
