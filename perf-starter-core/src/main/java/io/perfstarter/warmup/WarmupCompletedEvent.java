package io.perfstarter.warmup;

import org.springframework.context.ApplicationEvent;

/**
 * Published at the end of the warm-up, before the gates open. Not published if the
 * application stops before that. An exception of a listener stops the application.
 */
public final class WarmupCompletedEvent extends ApplicationEvent {

	/**
	 * Creates the event.
	 * @param report the report about the warm-up
	 */
	public WarmupCompletedEvent(WarmupReport report) {
		super(report);
	}

	/**
	 * Returns the report about the warm-up.
	 * @return the report
	 */
	public WarmupReport getReport() {
		return (WarmupReport) getSource();
	}

	/**
	 * Returns whether all tasks and calls succeeded.
	 * @return whether the warm-up succeeded
	 */
	public boolean isSuccessful() {
		return getReport().phase() == WarmupPhase.SUCCEEDED;
	}

}
