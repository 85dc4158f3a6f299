package io.perfstarter.warmup;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The report about one warm-up request.
 *
 * @param name the name of the request
 * @param method the HTTP method
 * @param path path and query as configured
 * @param outcome the outcome, {@code null} while in progress
 * @param calls the number of times it was sent
 * @param failures the number of calls without the expected response
 * @param firstMillis the time of the first call in milliseconds, {@code null} if there
 * was none
 * @param bestMillis the median time of the best burst in milliseconds, {@code null} if
 * there was none
 * @param lastMillis the median time of the last burst in milliseconds, {@code null} if
 * there was none
 * @param lastFailure the reason of the last failure, {@code null} if none failed
 */
public record CallReport(String name, String method, String path, @Nullable Outcome outcome, int calls, int failures,
		@Nullable Double firstMillis, @Nullable Double bestMillis, @Nullable Double lastMillis,
		@Nullable String lastFailure) {

	@Override
	public String toString() {
		String line = "'%s' %s after %s calls: first %s, best %s, last %s".formatted(this.name,
				(this.outcome != null) ? this.outcome : "in progress", this.calls, text(this.firstMillis),
				text(this.bestMillis), text(this.lastMillis));
		return (this.failures > 0) ? line + "; %s failed, the last one: %s".formatted(this.failures, this.lastFailure)
				: line;
	}

	private static String text(@Nullable Double millis) {
		return (millis != null) ? String.format(Locale.ROOT, "%.1f ms", millis) : "none";
	}

}
