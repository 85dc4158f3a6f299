package io.perfstarter.coherence;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.PendingCommits;
import org.jspecify.annotations.Nullable;

/**
 * A fan-out that keeps the freshness watermark up to date.
 */
interface Certified {

	/**
	 * Returns the mode of serving cached values, {@code null} unless running.
	 */
	@Nullable Mode mode();

	/**
	 * Returns the age of the freshness watermark, {@code null} if it is not known.
	 */
	@Nullable Duration certificateAge();

	/**
	 * Publishes gauges of the mode of serving, and of the changes that hold the watermark
	 * back.
	 */
	static void publish(Certified certified, LocalSide local, MeterRegistry registry) {
		TimeGauge.builder("perf.starter.coherence.certificate.age", certified, TimeUnit.SECONDS, (watermark) -> {
			Duration age = watermark.certificateAge();
			return (age != null) ? age.toNanos() / 1e9 : Double.NaN;
		})
			.description("Age of the freshness watermark: all older evictions of all peers are applied")
			.register(registry);
		TimeGauge
			.builder("perf.starter.coherence.change.age", local.commits(), TimeUnit.NANOSECONDS,
					PendingCommits::oldestAge)
			.description("Age of the oldest change that is not yet sent to the peers")
			.register(registry);
		for (Mode mode : Mode.values()) {
			Gauge.builder("perf.starter.coherence.mode", certified, (current) -> (current.mode() == mode) ? 1 : 0)
				.description("1 for the current mode of serving cached values, 0 for the others")
				.tag("mode", mode.name().toLowerCase(Locale.ROOT))
				.register(registry);
		}
	}

}
