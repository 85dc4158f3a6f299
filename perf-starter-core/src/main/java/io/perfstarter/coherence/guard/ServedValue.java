package io.perfstarter.coherence.guard;

import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * A value that a cache has served.
 *
 * @param cache the name of the cache
 * @param value the value
 * @param loader loads the value again, without any cache
 * @param stillServed returns whether the cache would serve the same value now
 */
record ServedValue(String cache, @Nullable Object value, Callable<? extends @Nullable Object> loader,
		BooleanSupplier stillServed) {
}
