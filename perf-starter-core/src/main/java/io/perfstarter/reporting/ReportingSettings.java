package io.perfstarter.reporting;

import java.time.Duration;

import io.perfstarter.reporting.request.SlowThresholds;

/**
 * The settings of reporting.
 *
 * @param period the time between two reports
 * @param slow the thresholds of slow requests
 * @param databaseCores the number of processor cores of the database server, 0 if unknown
 */
public record ReportingSettings(Duration period, SlowThresholds slow, int databaseCores) {

}
