package io.perfstarter.coherence.matrix;

/**
 * What a method does before it ends.
 *
 * @param <T> what it returns
 */
@FunctionalInterface
interface Body<T> {

	T run() throws Exception;

}
