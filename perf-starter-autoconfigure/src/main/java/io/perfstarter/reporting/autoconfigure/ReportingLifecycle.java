package io.perfstarter.reporting.autoconfigure;

import io.perfstarter.reporting.Reporting;

import org.springframework.context.SmartLifecycle;

/**
 * Starts the measurements after all singletons are created and before all other lifecycle
 * beans start, and stops them after all other lifecycle beans have stopped and before
 * beans are destroyed.
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
