package io.perfstarter.reporting;

import java.time.Duration;

import io.perfstarter.reporting.ledger.SlowThresholds;

/**
 * What the user has decided about the reports.
 *
 * @param period the time from one report to the next
 * @param slow from which time on requests are slow
 * @param databaseCores how many processor cores the database server has, 0 if nobody
 * says
 */
public record ReportingSettings(Duration period, SlowThresholds slow, int databaseCores) {

}
