package io.perfstarter.reporting.window;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Threads outside of requests that do the same.
 *
 * @param name their name, and what they were seen to do; empty for none
 * @param share their share of what all threads of the process use, from 0 to 1
 */
public record OutsideWork(String name, double share) {

	/**
	 * No threads.
	 */
	public static final OutsideWork NONE = new OutsideWork("", 0);

	private static final double MOST = 0.5;

	private static final Pattern NUMBER = Pattern.compile("\\d+");

	/**
	 * Returns whether these threads use most of what all threads use.
	 * @return {@code true} above one half
	 */
	public boolean isMost() {
		return this.share > MOST;
	}

	/**
	 * Returns the name of all threads that differ in a number only.
	 * @param thread one of the threads
	 * @return its name without the numbers
	 */
	public static String nameOf(Thread thread) {
		return NUMBER.matcher(thread.getName()).replaceAll("*");
	}

	/**
	 * Returns the greatest use.
	 * @param uses how much each uses, by name
	 * @param all how much all threads use
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
