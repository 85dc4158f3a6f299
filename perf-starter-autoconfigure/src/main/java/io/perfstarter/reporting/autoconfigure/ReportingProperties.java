package io.perfstarter.reporting.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.perfstarter.reporting.ReportingSettings;
import io.perfstarter.reporting.request.SlowThresholds;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of the reports.
 *
 * @param enabled Whether to measure requests and report the causes of slow ones.
 * @param period Interval between two reports.
 * @param format Format of the log line of a report: text or json.
 * @param slowThreshold Duration from which a request is slow.
 * @param slowThresholds Other thresholds for certain routes, by method and path pattern,
 * such as "[GET /orders/{id}]".
 * @param callTrace Whether to record the calls of controllers, services and repositories
 * in slow requests. Creates proxies of these beans.
 * @param explain Whether to query PostgreSQL or MariaDB for the plan of a slow statement,
 * on a connection outside the pool and without parameter values.
 * @param databaseCores Number of processor cores of the database server, used for the
 * advice on pool sizes and for the cause DATABASE_SATURATED.
 */
@ConfigurationProperties(ReportingProperties.PREFIX)
public record ReportingProperties(@DefaultValue("true") boolean enabled, @DefaultValue("60s") Duration period,
		@DefaultValue("text") Format format, @DefaultValue("300ms") Duration slowThreshold,
		@DefaultValue Map<String, Duration> slowThresholds, @DefaultValue("false") boolean callTrace,
		@DefaultValue("false") boolean explain, @Nullable Integer databaseCores) {

	static final String PREFIX = "perf-starter.reporting";

	private static final Predicate<String> ROUTE = Pattern.compile("(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE) /.*")
		.asMatchPredicate();

	/**
	 * Returns the validated settings. Validation does not happen during binding, because
	 * Spring Boot's binding failures show class names instead of the reason.
	 * @return the settings
	 */
	ReportingSettings settings() {
		check(this.period.toMillis() > 0, "period", this.period,
				"It must be at least 1ms; to switch reports off, set perf-starter.reporting.enabled=false.");
		check(!this.slowThreshold.isNegative(), "slow-threshold", this.slowThreshold,
				"It must not be negative: write a duration such as 300ms; with 0s all requests are slow.");
		this.slowThresholds.forEach((route, threshold) -> check(!threshold.isNegative() && ROUTE.test(route),
				"slow-thresholds[" + route + "]", threshold,
				"Write a method and a pattern in brackets and quotes, and a duration: \"[GET /orders/{id}]\": 1s."));
		check(this.databaseCores == null || this.databaseCores > 0, "database-cores", this.databaseCores,
				"It must be at least 1; leave it out if the number is not known.");
		return new ReportingSettings(this.period, new SlowThresholds(this.slowThreshold, this.slowThresholds),
				(this.databaseCores != null) ? this.databaseCores : 0);
	}

	private static void check(boolean right, String name, @Nullable Object value, String remedy) {
		if (!right) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + "." + name, value, remedy);
		}
	}

	/**
	 * The format of the log line of a report.
	 */
	enum Format {

		/**
		 * Keys and values as text.
		 */
		TEXT,

		/**
		 * One JSON object, for log shippers.
		 */
		JSON

	}

}
