package io.perfstarter.reporting;

import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.support.ApplicationCode;
import org.jspecify.annotations.Nullable;

/**
 * The sources of measurements. The reporting thread calls them; except for {@code
 * instances} they must not block.
 *
 * @param application the application's code; reports name its lines
 * @param requests whether requests are measured
 * @param pools the maximum number of connections of each pool; called at each sample
 * @param databases returns a source of connections outside of the named pool, {@code
 * null} if only the pool can open connections, or if there is no such pool
 * @param caches the totals of each cache since its start
 * @param executors the totals of each bounded executor since its start
 * @param limiters the totals of each limiter of requests since its start
 * @param threads the request threads; supplies {@code null} if they are unknown
 * @param virtualThreads whether virtual threads serve requests
 * @param instances the number of instances of the application, 0 if unknown; may block
 * @param explain whether query plans are read from the database
 * @param line formats the line of a period from its object of JSON, {@code null} for keys
 * and values of unusual figures
 */
public record ReportingSources(ApplicationCode application, boolean requests, Supplier<Map<String, Integer>> pools,
		Function<String, @Nullable Callable<Connection>> databases, Supplier<List<CacheWindow>> caches,
		Supplier<List<LimiterWindow>> executors, Supplier<List<LimiterWindow>> limiters,
		Supplier<@Nullable ThreadsWindow> threads, boolean virtualThreads, IntSupplier instances, boolean explain,
		@Nullable Function<Map<String, @Nullable Object>, @Nullable String> line) {

}
