package io.perfstarter.warmup;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The report about one request of the warm-up.
 *
 * @param name what it is called
 * @param method the HTTP method
 * @param path path and query as configured
 * @param outcome what has become of it, {@code null} as long as it is not over
 * @param calls how often it was made
 * @param failures how often the answer was not the one that was expected
 * @param firstMillis how long the first one took, {@code null} if there was none
 * @param bestMillis the median of the best burst, {@code null} if there was none
 * @param lastMillis the median of the last burst, {@code null} if there was none
 * @param lastFailure why one failed, {@code null} if none did
 */
public record CallReport(String name, String method, String path, @Nullable Outcome outcome, int calls, int failures,
		@Nullable Double firstMillis, @Nullable Double bestMillis, @Nullable Double lastMillis,
		@Nullable String lastFailure) {

	@Override
	public String toString() {
		String line = "'%s' %s after %s calls: first %s, best %s, last %s".formatted(this.name,
				(this.outcome != null) ? this.outcome : "under way", this.calls, text(this.firstMillis),
				text(this.bestMillis), text(this.lastMillis));
		return (this.failures > 0) ? line + "; %s failed, the last one: %s".formatted(this.failures, this.lastFailure)
				: line;
	}

	private static String text(@Nullable Double millis) {
		return (millis != null) ? String.format(Locale.ROOT, "%.1f ms", millis) : "none";
	}

}
