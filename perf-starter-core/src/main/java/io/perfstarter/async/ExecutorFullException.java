package io.perfstarter.async;

import org.springframework.core.task.TaskRejectedException;

/**
 * A task was dropped because its executor was full. Without a stack trace, which costs
 * ten times as much as the rest, and which nobody sees: the caller goes on.
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
