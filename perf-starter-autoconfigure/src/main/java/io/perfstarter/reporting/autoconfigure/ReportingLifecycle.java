package io.perfstarter.reporting.autoconfigure;

import io.perfstarter.reporting.Reporting;

import org.springframework.context.SmartLifecycle;

/**
 * Begins to measure when all beans are there, before anything else begins, and ends after
 * everything else has ended and before the first bean is taken down.
 */
class ReportingLifecycle implements SmartLifecycle {

	private final Reporting reporting;

	ReportingLifecycle(Reporting reporting) {
		this.reporting = reporting;
	}

	@Override
	public void start() {
		this.reporting.start();
	}

	@Override
	public void stop() {
		this.reporting.stop();
	}

	@Override
	public boolean isRunning() {
		return this.reporting.isRunning();
	}

	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

}
