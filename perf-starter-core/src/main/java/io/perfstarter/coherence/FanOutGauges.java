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
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.coherence.protocol.PendingCommits;

/**
 * Publishes the state of a {@link FanOut} as gauges.
 */
class FanOutGauges implements MeterBinder {

	private final FanOut fanOut;

	private final LocalSide local;

	FanOutGauges(FanOut fanOut, LocalSide local) {
		this.fanOut = fanOut;
		this.local = local;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		Gauge.builder("perf.starter.coherence.peers", this.fanOut, FanOut::peers)
			.description("Other instances of this service")
			.baseUnit("instances")
			.register(registry);
		Gauge.builder("perf.starter.coherence.peers.silent", this.fanOut, FanOutGauges::silentPeers)
			.description("Other instances without contact for longer than max-staleness")
			.baseUnit("instances")
			.register(registry);
		TimeGauge
			.builder("perf.starter.coherence.certificate.age", this.fanOut, TimeUnit.SECONDS,
					FanOutGauges::certificateAge)
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
			Gauge.builder("perf.starter.coherence.mode", this.fanOut, (fanOut) -> isIn(mode, fanOut) ? 1 : 0)
				.description("1 for the current mode of serving cached values, 0 for the others")
				.tag("mode", mode.name().toLowerCase(Locale.ROOT))
				.register(registry);
		}
	}

	private static double silentPeers(FanOut fanOut) {
		NodeStatus status = fanOut.status();
		return (status != null) ? status.silent().size() : 0;
	}

	private static double certificateAge(FanOut fanOut) {
		NodeStatus status = fanOut.status();
		Duration age = (status != null) ? status.certificateAge() : null;
		return (age != null) ? age.toNanos() / 1e9 : Double.NaN;
	}

	private static boolean isIn(Mode mode, FanOut fanOut) {
		NodeStatus status = fanOut.status();
		return status != null && status.mode() == mode;
	}

}
