package io.perfstarter.reporting.ledger;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * Closes the ledger of an asynchronous request when the request is complete, which it is
 * after a timeout and after an error, too.
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
		// Someone answers it, and then it is complete.
	}

	@Override
	public void onError(AsyncEvent event) {
		// Someone answers it, and then it is complete.
	}

	/**
	 * A dispatch that is asynchronous again has lost its listeners.
	 */
	@Override
	public void onStartAsync(AsyncEvent event) {
		event.getAsyncContext().addListener(this);
	}

}
