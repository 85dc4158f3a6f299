package io.perfstarter.reporting.autoconfigure;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of the reports.
 *
 * @param period Time from one report to the next.
 */
@ConfigurationProperties("perf-starter.reporting")
record ReportingProperties(@DefaultValue("30s") Duration period) {

	/**
	 * The period, checked; not while binding, whose failure would hide what is wrong
	 * behind class names.
	 * @return the period
	 */
	Duration checkedPeriod() {
		if (this.period.toMillis() <= 0) {
			throw new InvalidConfigurationPropertyValueException("perf-starter.reporting.period", this.period,
					"Reports need time between them: write a duration of at least 1ms, or switch them off by perf-starter.reporting.enabled=false.");
		}
		return this.period;
	}

}
