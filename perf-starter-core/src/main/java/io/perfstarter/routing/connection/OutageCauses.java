package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Decides which causes of an outage are reported: the first ones at once, and after that
 * the current one whenever it differs from the last reported one, but not more often than
 * once a minute. Causes that differ only in their figures, such as times, are the same.
 * Not thread-safe.
 */
final class OutageCauses {

	static final int FIRST = 5;

	// Not the SQL state, which stands in parentheses.
	private static final Pattern FIGURE = Pattern.compile("(?<!\\()\\b\\d++");

	static final Duration INTERVAL = Duration.ofMinutes(1);

	private final LongSupplier clock;

	private final Set<String> first = new HashSet<>();

	private @Nullable String last;

	private long reportedAt;

	/**
	 * Creates an object without an outage.
	 * @param clock {@link System#nanoTime()}
	 */
	OutageCauses(LongSupplier clock) {
		this.clock = clock;
	}

	/**
	 * Forgets the causes of the last outage.
	 */
	void clear() {
		this.first.clear();
		this.last = null;
	}

	/**
	 * Returns whether a cause is to be reported, and records that it is.
	 */
	boolean isReported(String failure) {
		String cause = FIGURE.matcher(failure).replaceAll("0");
		long now = this.clock.getAsLong();
		boolean reported = !cause.equals(this.last) && ((this.first.size() < FIRST && this.first.add(cause))
				|| now - this.reportedAt >= INTERVAL.toNanos());
		if (reported) {
			this.last = cause;
			this.reportedAt = now;
		}
		return reported;
	}

}
