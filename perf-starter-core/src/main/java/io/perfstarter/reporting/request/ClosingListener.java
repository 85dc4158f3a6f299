package io.perfstarter.reporting.request;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * Closes the time breakdown of an asynchronous request when the request completes,
 * including after a timeout or an error.
 */
final class ClosingListener implements AsyncListener {

	private final Runnable closing;

	ClosingListener(Runnable closing) {
		this.closing = closing;
	}

	@Override
	public void onComplete(AsyncEvent event) {
		this.closing.run();
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
