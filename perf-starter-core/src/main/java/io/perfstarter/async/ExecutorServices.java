package io.perfstarter.async;

import java.util.concurrent.atomic.AtomicBoolean;

import io.perfstarter.support.LimiterListener;
import io.perfstarter.support.SilentRollbacks;

import org.springframework.core.task.TaskDecorator;

/**
 * The services that all executors share.
 *
 * @param draining whether only tasks are accepted that running tasks submit
 * @param virtual whether tasks run on virtual threads
 * @param decorator decorates each task, such as with the caller's context
 * @param listener receives the waits of tasks and their callers for a place
 * @param rollbacks tells which commits were rollbacks
 */
record ExecutorServices(AtomicBoolean draining, boolean virtual, TaskDecorator decorator, LimiterListener listener,
		SilentRollbacks rollbacks) {
}
