package io.perfstarter.coherence.matrix;

/**
 * What a method does before it ends.
 */
@FunctionalInterface
interface Body<T> {

	T run() throws Exception;

}
