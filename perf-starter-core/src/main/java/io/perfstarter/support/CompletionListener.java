package io.perfstarter.support;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * Runs an action when an asynchronous request completes, including after a timeout or an
 * error. Thread-safe if the action is.
 *
 * @param action the action
 */
public record CompletionListener(Runnable action) implements AsyncListener {

	@Override
	public void onComplete(AsyncEvent event) {
		this.action.run();
	}

	@Override
	public void onTimeout(AsyncEvent event) {
		// The container or the application completes the request after a timeout.
	}

	@Override
	public void onError(AsyncEvent event) {
		// The container or the application completes the request after an error.
	}

	/**
	 * Registers this listener again, because a new asynchronous cycle has no listeners.
	 */
	@Override
	public void onStartAsync(AsyncEvent event) {
		event.getAsyncContext().addListener(this);
	}

}
