package io.perfstarter.async.limit;

/**
 * The use of a resource that requests share, in a period.
 *
 * @param name the name of the resource, such as {@code processors}
 * @param busy the share of the resource that was in use on average, from 0 to 1
 * @param waiting the mean number of threads that waited for the resource,
 * {@link #UNKNOWN} if it is not known
 */
record ResourceUse(String name, double busy, double waiting) {

	static final double UNKNOWN = -1;

}
