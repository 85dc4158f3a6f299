package io.perfstarter.async;

import org.jspecify.annotations.Nullable;

/**
 * Maps one item of a page. Called concurrently by several threads.
 *
 * @param <T> the type of the item
 * @param <R> the type of the result
 * @param <X> the checked exception that it throws, inferred by the compiler
 */
@FunctionalInterface
public interface PageFunction<T extends @Nullable Object, R extends @Nullable Object, X extends Exception> {

	/**
	 * Maps an item, or a chunk of items.
	 * @param item the item
	 * @return the result
	 * @throws X if the item cannot be mapped
	 */
	R apply(T item) throws X;

}
