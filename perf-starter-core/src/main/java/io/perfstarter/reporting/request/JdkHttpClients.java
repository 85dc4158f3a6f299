package io.perfstarter.reporting.request;

import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the HTTP clients of the JDK that are created, by the numbers in the names of
 * their threads. Not thread-safe.
 */
final class JdkHttpClients {

	private static final Pattern THREAD = Pattern.compile("HttpClient-(\\d+)-SelectorManager");

	private OptionalLong newest = OptionalLong.empty();

	/**
	 * Returns how many clients were created since the last call.
	 * @param threads the names of all threads
	 * @return the number, 0 at the first call
	 */
	long created(List<String> threads) {
		long before = this.newest.orElse(Long.MAX_VALUE);
		long now = threads.stream()
			.map(THREAD::matcher)
			.filter(Matcher::matches)
			.mapToLong((thread) -> Long.parseLong(thread.group(1)))
			.max()
			.orElse(0);
		this.newest = OptionalLong.of(Math.max(now, this.newest.orElse(0)));
		return Math.max(0, now - before);
	}

}
