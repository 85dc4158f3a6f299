package io.perfstarter.async.autoconfigure;

import java.util.concurrent.Future;

import io.perfstarter.async.BoundedTaskExecutor;

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;

/**
 * Runs the asynchronous requests of Spring MVC in an executor. Thread-safe.
 *
 * @param executor runs the requests
 * @param streams writes elements of streams while the executor is full
 */
record MvcTaskExecutor(BoundedTaskExecutor executor, TaskExecutor streams) implements AsyncTaskExecutor {

	/**
	 * Writes elements of a stream, of which Spring MVC submits one such task at a time.
	 * It is never rejected: Spring MVC would leave the response open, with no timeout.
	 */
	@Override
	public void execute(Runnable task) {
		if (!this.executor.tryStart(task)) {
			this.streams.execute(task);
		}
	}

	@Override
	public Future<?> submit(Runnable task) {
		return this.executor.submit(task);
	}

}
