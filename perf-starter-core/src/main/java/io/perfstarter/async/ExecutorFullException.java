package io.perfstarter.async;

import org.springframework.core.task.TaskRejectedException;

/**
 * Fails the future of a task that was dropped because its executor was full. Has no stack
 * trace, which would be expensive and of little use, because the caller does not see it.
 */
final class ExecutorFullException extends TaskRejectedException {

	private static final long serialVersionUID = 1L;

	ExecutorFullException(String message) {
		super(message);
	}

	@Override
	public synchronized Throwable fillInStackTrace() {
		return this;
	}

}
