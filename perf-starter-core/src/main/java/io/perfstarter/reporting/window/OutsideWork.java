package io.perfstarter.reporting.window;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Threads outside of requests that do the same work.
 *
 * @param name their name, and what they did according to their stacks; empty for none
 * @param share their share of the use by all threads of the process, from 0 to 1
 */
public record OutsideWork(String name, double share) {

	/**
	 * No threads.
	 */
	public static final OutsideWork NONE = new OutsideWork("", 0);

	private static final double MOST = 0.5;

	private static final Pattern NUMBER = Pattern.compile("\\d+");

	/**
	 * Returns whether these threads use more than all other threads together.
	 * @return {@code true} above one half
	 */
	public boolean isMost() {
		return this.share > MOST;
	}

	/**
	 * Returns the common name of threads whose names differ in numbers only.
	 * @param thread one of the threads
	 * @return its name with an asterisk for each number
	 */
	public static String nameOf(Thread thread) {
		return NUMBER.matcher(thread.getName()).replaceAll("*");
	}

	/**
	 * Returns the threads with the greatest use.
	 * @param uses the use by name
	 * @param all the use by all threads
	 * @return the name and the share
	 */
	public static OutsideWork most(Map<String, Long> uses, double all) {
		return uses.entrySet()
			.stream()
			.max(Map.Entry.comparingByValue())
			.map((most) -> new OutsideWork(most.getKey(), most.getValue() / all))
			.orElse(NONE);
	}

}
