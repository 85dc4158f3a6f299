package io.perfstarter.async.limit;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * Releases the place of an asynchronous request in the limiter at the end of the request.
 */
final class AdmissionReleaseListener implements AsyncListener {

	private final Admission admission;

	AdmissionReleaseListener(Admission admission) {
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
	 * Registers the listener again, because a new asynchronous dispatch removes it.
	 */
	@Override
	public void onStartAsync(AsyncEvent event) {
		event.getAsyncContext().addListener(this);
	}

}
