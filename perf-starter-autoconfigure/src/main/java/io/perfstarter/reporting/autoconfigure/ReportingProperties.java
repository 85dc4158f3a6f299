package io.perfstarter.reporting.autoconfigure;

import java.time.Duration;
import java.util.Map;

import io.perfstarter.reporting.ReportingSettings;
import io.perfstarter.reporting.ledger.SlowThresholds;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of the reports.
 *
 * @param period Time from one report to the next.
 * @param format Whether the line of a period is text or JSON.
 * @param slowThreshold Time from which on a request is slow.
 * @param slowThresholds Times from which on requests of certain routes are slow, by
 * method and pattern, such as "[GET /orders/{id}]".
 * @param callTrace Whether the calls of controllers, services and repositories are kept
 * for slow requests. Makes proxies of these beans.
 * @param explain Whether PostgreSQL is asked for the plan of a slow statement, on a
 * connection outside the pool and without values.
 * @param databaseCores Number of processor cores of the database server, for the advice
 * on the size of pools.
 */
@ConfigurationProperties(ReportingProperties.PREFIX)
record ReportingProperties(@DefaultValue("30s") Duration period, @DefaultValue("text") Format format,
		@DefaultValue("300ms") Duration slowThreshold, @DefaultValue Map<String, Duration> slowThresholds,
		@DefaultValue("false") boolean callTrace, @DefaultValue("false") boolean explain,
		@Nullable Integer databaseCores) {

	static final String PREFIX = "perf-starter.reporting";

	/**
	 * The settings, checked; not while binding, whose failure would hide what is wrong
	 * behind class names.
	 * @return the settings
	 */
	ReportingSettings settings() {
		check(this.period.toMillis() > 0, "period", this.period,
				"Reports need time between them: write a duration of at least 1ms, or switch them off by perf-starter.reporting.enabled=false.");
		check(!this.slowThreshold.isNegative(), "slow-threshold", this.slowThreshold,
				"A request takes some time: write a duration such as 300ms; 0s makes all requests slow.");
		this.slowThresholds.forEach((route, threshold) -> check(!threshold.isNegative() && route.contains(" /"),
				"slow-thresholds[" + route + "]", threshold,
				"Write a method and a pattern in brackets and quotes, and a duration: \"[GET /orders/{id}]\": 1s."));
		check(this.databaseCores == null || this.databaseCores > 0, "database-cores", this.databaseCores,
				"Write how many processor cores the database server has, at least 1, or leave it out.");
		return new ReportingSettings(this.period, new SlowThresholds(this.slowThreshold, this.slowThresholds),
				(this.databaseCores != null) ? this.databaseCores : 0);
	}

	private static void check(boolean right, String name, @Nullable Object value, String remedy) {
		if (!right) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + "." + name, value, remedy);
		}
	}

	/**
	 * How the line of a period is written.
	 */
	enum Format {

		/**
		 * Keys and values.
		 */
		TEXT,

		/**
		 * One JSON object, for log shippers.
		 */
		JSON

	}

}
