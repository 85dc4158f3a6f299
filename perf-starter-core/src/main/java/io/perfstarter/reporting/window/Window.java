package io.perfstarter.reporting.window;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * All that was measured in one period.
 *
 * @param end when it ended
 * @param length how long it was
 * @param requests the requests
 * @param pools each pool of connections
 * @param machine the JVM and the machine
 * @param caches each cache
 * @param executors each executor
 * @param threads the threads that serve requests, {@code null} if nobody knows them
 */
public record Window(Instant end, Duration length, RequestsWindow requests, List<PoolWindow> pools,
		MachineWindow machine, List<CacheWindow> caches, List<ExecutorWindow> executors,
		@Nullable ThreadsWindow threads) {

}
