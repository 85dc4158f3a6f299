package io.perfstarter.async;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;

/**
 * What an executor needs of the world.
 *
 * @param entrance which tasks may come
 * @param threads starts each task in a thread of its own
 * @param carrier takes along what a task is to see of the caller's thread
 * @param timer for what must not wait for an event
 */
record ExecutorSurroundings(Entrance entrance, Executor threads, UnaryOperator<Runnable> carrier,
		ScheduledExecutorService timer) {
}
