package io.perfstarter.async;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;

import io.perfstarter.support.LimiterListener;
import io.perfstarter.support.SilentRollbacks;

/**
 * The shared services that an executor uses.
 *
 * @param admission decides which tasks are accepted
 * @param threads starts tasks, each on a thread that runs nothing else meanwhile
 * @param pooled whether a thread runs several tasks, one after the other
 * @param carrier propagates the caller's context to a task
 * @param timer schedules timeouts, none after its shutdown
 * @param listener receives the waits of tasks and their callers for a place
 * @param rollbacks tells which commits were rollbacks
 */
record ExecutorServices(Admission admission, Executor threads, boolean pooled, UnaryOperator<Runnable> carrier,
		ScheduledExecutorService timer, LimiterListener listener, SilentRollbacks rollbacks) {
}
