package io.perfstarter.reporting;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.reporting.rules.Cause;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReportingMeters}.
 */
class ReportingMetersTests {

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final ReportingMeters meters = new ReportingMeters();

	@Test
	void showsWhatPeriodsHaveMeasured() {
		this.meters.bindTo(this.registry);
		this.meters.add(Samples.judged(Samples.NOON, null));
		this.meters.add(Samples.judged(Samples.NOON, null));
		assertThat(counter("parts", "part", "sql")).isEqualTo(6);
		assertThat(counter("parts", "part", "blocked")).isEqualTo(2);
		assertThat(this.registry.get("perf.starter.reporting.slow").functionCounter().count()).isEqualTo(62);
		assertThat(gauge("stopped")).isEqualTo(0.38);
		assertThat(this.registry.get("perf.starter.reporting.pool.peak").tag("pool", "orders").gauge().value())
			.isEqualTo(6);
	}

	@Test
	void requestsThatNobodyCountsAreNotSlow() {
		this.meters.bindTo(this.registry);
		this.meters.add(new JudgedWindow(Samples.uncounted(Samples.NOON), null, List.of()));
		assertThat(this.registry.get("perf.starter.reporting.slow").functionCounter().count()).isZero();
	}

	@Test
	void countsThePeriodsOfEachCause() {
		this.meters.bindTo(this.registry);
		this.meters.add(Samples.judged(Samples.NOON,
				Samples.verdict(Cause.SLOW_SQL, "", Samples.verdict(Cause.SLOW_REMOTE, ""))));
		assertThat(counter("verdicts", "cause", "SLOW_SQL")).isOne();
		assertThat(counter("verdicts", "cause", "SLOW_REMOTE")).isOne();
		assertThat(counter("verdicts", "cause", "LOCK")).isZero();
	}

	@Test
	void countsFaultsOfOurs() {
		this.meters.bindTo(this.registry);
		this.meters.failed();
		assertThat(this.registry.get("perf.starter.reporting.faults").functionCounter().count()).isOne();
	}

	@Test
	void countsOnAfterTheCollectorHasRun() {
		this.meters.bindTo(this.registry);
		System.gc();
		this.meters.failed();
		this.meters.add(Samples.judged(Samples.NOON, null));
		assertThat(this.registry.get("perf.starter.reporting.faults").functionCounter().count()).isOne();
		assertThat(this.registry.get("perf.starter.reporting.slow").functionCounter().count()).isEqualTo(31);
	}

	@Test
	void knowsNothingBeforeTheFirstPeriodOrWithoutMeasuring() {
		this.meters.bindTo(this.registry);
		assertThat(gauge("stopped")).isNaN();
		this.meters.add(new JudgedWindow(Samples.idle(Samples.NOON), null, List.of()));
		assertThat(gauge("stopped")).isNaN();
	}

	private double counter(String name, String tag, String value) {
		return this.registry.get("perf.starter.reporting." + name).tag(tag, value).functionCounter().count();
	}

	private double gauge(String name) {
		return this.registry.get("perf.starter.reporting." + name).gauge().value();
	}

}
