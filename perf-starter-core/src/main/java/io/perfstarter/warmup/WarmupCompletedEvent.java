package io.perfstarter.warmup;

import org.springframework.context.ApplicationEvent;

/**
 * Published when the warm-up is over, before the gates open; not if the application stops
 * meanwhile.
 */
public final class WarmupCompletedEvent extends ApplicationEvent {

	private final transient WarmupReport report;

	/**
	 * Whether all tasks and calls have succeeded.
	 */
	private final boolean successful;

	/**
	 * Creates the event.
	 * @param report how it went
	 * @param successful whether all tasks and calls have succeeded
	 */
	public WarmupCompletedEvent(WarmupReport report, boolean successful) {
		super(report);
		this.report = report;
		this.successful = successful;
	}

	/**
	 * How it went.
	 * @return the report
	 */
	public WarmupReport getReport() {
		return this.report;
	}

	/**
	 * Whether all tasks and calls have succeeded.
	 * @return whether they have
	 */
	public boolean isSuccessful() {
		return this.successful;
	}

}
