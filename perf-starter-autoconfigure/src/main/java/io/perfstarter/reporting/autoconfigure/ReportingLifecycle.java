package io.perfstarter.reporting.autoconfigure;

import io.perfstarter.reporting.Reporting;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Starts the measurements after all singletons are created and before all other lifecycle
 * beans start, and stops them after all other lifecycle beans have stopped and before
 * beans are destroyed. Logs what is reported.
 */
class ReportingLifecycle implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(ReportingLifecycle.class);

	private final Reporting reporting;

	private final ReportingProperties properties;

	ReportingLifecycle(Reporting reporting, ReportingProperties properties) {
		this.reporting = reporting;
		this.properties = properties;
	}

	@Override
	public void start() {
		this.reporting.start();
		logger.info("Reporting: a line every %s in which something happens; requests are slow from %s on"
			.formatted(this.properties.period(), this.properties.slowThreshold()));
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
