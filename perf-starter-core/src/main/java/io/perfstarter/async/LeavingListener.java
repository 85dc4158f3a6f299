package io.perfstarter.async;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * Gives back the permit of an asynchronous request when the request is over.
 */
final class LeavingListener implements AsyncListener {

	private final Admission admission;

	LeavingListener(Admission admission) {
		this.admission = admission;
	}

	@Override
	public void onComplete(AsyncEvent event) {
		this.admission.leave();
	}

	@Override
	public void onTimeout(AsyncEvent event) {
		this.admission.leave();
	}

	@Override
	public void onError(AsyncEvent event) {
		this.admission.leave();
	}

	/**
	 * A dispatch that is asynchronous again has lost its listeners.
	 */
	@Override
	public void onStartAsync(AsyncEvent event) {
		event.getAsyncContext().addListener(this);
	}

}
