package io.perfstarter.routing.connection;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * Runs an action when an asynchronous request times out or fails, before it completes.
 * Each asynchronous cycle needs a new registration. Thread-safe if the action is.
 */
record FailureListener(Runnable action) implements AsyncListener {

	@Override
	public void onTimeout(AsyncEvent event) {
		this.action.run();
	}

	@Override
	public void onError(AsyncEvent event) {
		this.action.run();
	}

	@Override
	public void onComplete(AsyncEvent event) {
		// Not a failure.
	}

	@Override
	public void onStartAsync(AsyncEvent event) {
		// The filters register a listener for the new cycle.
	}

}
