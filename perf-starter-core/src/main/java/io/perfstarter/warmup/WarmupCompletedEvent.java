package io.perfstarter.warmup;

import org.springframework.context.ApplicationEvent;

/**
 * Published at the end of the warm-up, before the gates open. Not published if the
 * application stops before that. An exception of a listener stops the application.
 */
public final class WarmupCompletedEvent extends ApplicationEvent {

	private final transient WarmupReport report;

	/**
	 * Whether all tasks and calls succeeded.
	 */
	private final boolean successful;

	/**
	 * Creates the event.
	 * @param report the report about the warm-up
	 * @param successful whether all tasks and calls succeeded
	 */
	public WarmupCompletedEvent(WarmupReport report, boolean successful) {
		super(report);
		this.report = report;
		this.successful = successful;
	}

	/**
	 * Returns the report about the warm-up.
	 * @return the report
	 */
	public WarmupReport getReport() {
		return this.report;
	}

	/**
	 * Returns whether all tasks and calls succeeded.
	 * @return whether the warm-up succeeded
	 */
	public boolean isSuccessful() {
		return this.successful;
	}

}
