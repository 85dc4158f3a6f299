package io.perfstarter.reporting.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.perfstarter.reporting.ReportingSettings;
import io.perfstarter.reporting.ReportingSources;
import io.perfstarter.reporting.ledger.SlowThresholds;

/**
 * Settings and sources of tests.
 */
final class TestReports {

	static final ReportingSettings SETTINGS = new ReportingSettings(Duration.ofSeconds(30),
			new SlowThresholds(Duration.ofMillis(300), Map.of()), 0);

	static final ReportingSources NOTHING = new ReportingSources(true, null, List::of, List::of, () -> null, false,
			() -> 0, false, null);

	private TestReports() {
	}

}
