package io.perfstarter.coherence;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.PendingCommits;
import org.jspecify.annotations.Nullable;

/**
 * Publishes as gauges which entries are served, and which changes hold that back.
 */
class CertificateGauges implements MeterBinder {

	private final Certified certified;

	private final LocalSide local;

	CertificateGauges(Certified certified, LocalSide local) {
		this.certified = certified;
		this.local = local;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		TimeGauge
			.builder("perf.starter.coherence.certificate.age", this.certified, TimeUnit.SECONDS,
					CertificateGauges::certificateAge)
			.description("Age of the freshness watermark: all older evictions of all peers are applied")
			.register(registry);
		TimeGauge
			.builder("perf.starter.coherence.change.age", this.local.commits(), TimeUnit.NANOSECONDS,
					PendingCommits::oldestAge)
			.description("Age of the oldest change that is not yet sent to the peers")
			.register(registry);
		Gauge
			.builder("perf.starter.coherence.caches.uncertified", this.local.watermark(),
					FreshnessWatermark::expiredCaches)
			.description("Caches of which only young entries are served, because a change of them has been in progress "
					+ "for longer than max-staleness")
			.baseUnit("caches")
			.register(registry);
		for (Mode mode : Mode.values()) {
			Gauge.builder("perf.starter.coherence.mode", this.certified, (certified) -> isIn(mode, certified) ? 1 : 0)
				.description("1 for the current mode of serving cached values, 0 for the others")
				.tag("mode", mode.name().toLowerCase(Locale.ROOT))
				.register(registry);
		}
	}

	private static double certificateAge(Certified certified) {
		Duration age = certified.certificateAge();
		return (age != null) ? age.toNanos() / 1e9 : Double.NaN;
	}

	private static boolean isIn(Mode mode, Certified certified) {
		return certified.mode() == mode;
	}

	/**
	 * What keeps the freshness watermark up to date.
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

	}

}
