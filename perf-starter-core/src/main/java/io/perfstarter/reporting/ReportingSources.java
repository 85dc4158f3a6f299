package io.perfstarter.reporting;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.ExecutorWindow;
import org.jspecify.annotations.Nullable;

/**
 * Where to look. All are asked by the one thread of the reports and must not block.
 *
 * @param requests whether requests are counted
 * @param pools the pools of connections, {@code null} if there are none
 * @param caches what each cache has done since its start
 * @param executors what each executor has done since its start
 * @param threads the threads that serve requests; gives {@code null} where nobody knows
 * @param virtualThreads whether requests are served by virtual threads
 * @param instances how many instances of the application there are, 0 if not known; may
 * block
 * @param explain whether the database is asked for plans
 * @param line how a period is written, {@code null} for keys and values
 */
public record ReportingSources(boolean requests, @Nullable PoolSource pools, Supplier<List<CacheWindow>> caches,
		Supplier<List<ExecutorWindow>> executors, Supplier<@Nullable ThreadsState> threads, boolean virtualThreads,
		IntSupplier instances, boolean explain, @Nullable Function<JudgedWindow, String> line) {

}
