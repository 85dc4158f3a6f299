package io.perfstarter.async;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;

/**
 * The shared services that an executor uses.
 *
 * @param inFlight counts tasks in flight and decides which are accepted
 * @param threads starts each task on its own thread
 * @param carrier propagates the caller's context to a task
 * @param timer schedules timeouts, none after its shutdown
 */
record ExecutorServices(InFlightTasks inFlight, Executor threads, UnaryOperator<Runnable> carrier,
		ScheduledExecutorService timer) {
}
