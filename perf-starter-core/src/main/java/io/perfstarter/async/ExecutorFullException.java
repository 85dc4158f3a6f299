package io.perfstarter.async;

import java.time.Duration;

import org.springframework.core.task.TaskRejectedException;

/**
 * Thrown if an executor is full: it runs as many tasks as its limit allows, and its queue
 * has no place. It is also the failure of a task that was dropped for this reason. Has no
 * stack trace.
 */
public class ExecutorFullException extends TaskRejectedException {

	private static final long serialVersionUID = 1L;

	private final Duration retryAfter;

	ExecutorFullException(String message, Duration retryAfter) {
		super(message);
		this.retryAfter = retryAfter;
	}

	/**
	 * Returns the time until all tasks that are queued now have started, as estimated
	 * from the mean run time.
	 * @return the time, at least one second
	 */
	public Duration retryAfter() {
		return this.retryAfter;
	}

	/**
	 * Does nothing: under a flood of tasks the stack trace would be expensive, and the
	 * message names the executor.
	 */
	@Override
	public synchronized Throwable fillInStackTrace() {
		return this;
	}

}
