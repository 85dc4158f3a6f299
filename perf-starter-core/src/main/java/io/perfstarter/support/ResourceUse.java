package io.perfstarter.support;

/**
 * The use of a {@link SharedResource}.
 *
 * @param name the name of the resource, in the plural, such as {@code processors}
 * @param size how many threads may use the resource at a time, 0 if it is not known
 * @param busy the share of the resource that is in use, from 0 to 1
 * @param waiting the number of threads that wait for the resource, {@link #UNKNOWN} if it
 * is not known
 */
public record ResourceUse(String name, int size, double busy, double waiting) {

	/**
	 * A number of threads that is not known.
	 */
	public static final double UNKNOWN = -1;

}
