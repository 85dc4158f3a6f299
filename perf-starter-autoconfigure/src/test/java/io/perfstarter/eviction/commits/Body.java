package io.perfstarter.eviction.commits;

/**
 * What a method does before it ends.
 */
@FunctionalInterface
interface Body {

	Object run() throws Exception;

}
