package io.perfstarter.reporting;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.reporting.ledger.SlowThresholds;
import org.junit.jupiter.api.Test;

import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Reporting}.
 */
class ReportingTests {

	private final AtomicInteger periods = new AtomicInteger();

	@Test
	void goesOnWhenAPeriodHasFailedForWantOfMemory() {
		ReportingSettings settings = new ReportingSettings(Duration.ofMillis(20),
				new SlowThresholds(Duration.ofMillis(300), Map.of()), 0);
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		try (Reporting reporting = new Reporting(settings,
				new ReportingSources(null, List::of, List::of, () -> null, false, () -> 0, false, this::line))) {
			reporting.meters().bindTo(registry);
			reporting.start();
			await().until(() -> this.periods.get() > 2);
			await().until(() -> registry.get("perf.starter.reporting.faults").functionCounter().count() == 1);
		}
	}

	private String line(JudgedWindow judged) {
		if (this.periods.incrementAndGet() == 1) {
			throw new OutOfMemoryError("of a test");
		}
		return "a period";
	}

}
