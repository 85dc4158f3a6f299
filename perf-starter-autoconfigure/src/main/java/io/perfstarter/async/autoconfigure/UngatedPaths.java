package io.perfstarter.async.autoconfigure;

/**
 * Paths whose requests pass beside the request gate. Thread-safe.
 */
interface UngatedPaths {

	/**
	 * Whether a path is one of them.
	 * @param path decoded, normalized and without the context path
	 * @return whether it is
	 */
	boolean contain(String path);

}
