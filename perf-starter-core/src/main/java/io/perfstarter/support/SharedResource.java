package io.perfstarter.support;

/**
 * A resource that requests share, such as a connection pool. Is asked by one thread,
 * every 100 ms.
 */
public interface SharedResource {

	/**
	 * Returns the name of the resource.
	 * @return the name, in the plural, such as {@code processors}
	 */
	String name();

	/**
	 * Returns the share of the resource that is in use, now or since the last call.
	 * @return the share, from 0 to 1
	 */
	double busy();

	/**
	 * Returns the number of threads that wait for the resource now.
	 * @return the number, -1 if it is not known
	 */
	int waiting();

}
