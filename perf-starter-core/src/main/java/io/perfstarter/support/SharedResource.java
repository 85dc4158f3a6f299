package io.perfstarter.support;

/**
 * A resource that requests share, such as a connection pool.
 */
@FunctionalInterface
public interface SharedResource {

	/**
	 * Returns the use of the resource, now or since the last call. Is called by one
	 * thread, every 100 ms.
	 * @return the use
	 */
	ResourceUse use();

}
