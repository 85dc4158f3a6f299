package io.perfstarter.reporting.autoconfigure;

import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.reporting.Reporting;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

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

	private final @Nullable ConnectionUsages usages;

	ReportingLifecycle(Reporting reporting, ReportingProperties properties, @Nullable ConnectionUsages usages) {
		this.reporting = reporting;
		this.properties = properties;
		this.usages = usages;
	}

	@Override
	public void start() {
		this.reporting.start();
		if (this.usages != null) {
			this.usages.exclude(this.reporting.pauses());
		}
		logger.info("Reporting: a line every %s in which something leaves its usual range; requests are slow from %s on"
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
