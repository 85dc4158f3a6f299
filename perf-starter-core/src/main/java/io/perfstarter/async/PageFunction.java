package io.perfstarter.async;

import org.jspecify.annotations.Nullable;

/**
 * Maps one item of a page; several threads call it at the same time.
 *
 * @param <T> what it takes
 * @param <R> what it gives
 * @param <X> the checked exception that it throws, found by the compiler
 */
@FunctionalInterface
public interface PageFunction<T extends @Nullable Object, R extends @Nullable Object, X extends Exception> {

	/**
	 * Maps an item, or several.
	 * @param item what is mapped
	 * @return what it is mapped to
	 * @throws X if it cannot be mapped
	 */
	R apply(T item) throws X;

}
