package io.perfstarter.coherence;

import java.util.List;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.transport.PeerEndpoint;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.cloud.client.discovery.DiscoveryClient;

/**
 * Tells the other instances of this service what is gone here, and hears the same from
 * them. Until it is started, and after it was closed, it does nothing.
 */
public final class FanOut implements Peers, AutoCloseable {

	private static final Log logger = LogFactory.getLog(FanOut.class);

	private final Supplier<FanOutSettings> settings;

	private final Supplier<? extends Iterable<DiscoveryClient>> clients;

	private final LocalCopies copies;

	private final FanOutReport report;

	// Written under the lock of this.
	private volatile @Nullable RunningFanOut running;

	/**
	 * Creates a fan-out.
	 * @param settings gives the settings, at each start
	 * @param clients gives the discovery clients, at each look for peers
	 * @param copies the caches of this instance
	 * @param registry where to count
	 */
	public FanOut(Supplier<FanOutSettings> settings, Supplier<? extends Iterable<DiscoveryClient>> clients,
			LocalCopies copies, MeterRegistry registry) {
		this.settings = settings;
		this.clients = clients;
		this.copies = copies;
		this.report = new FanOutReport(registry);
		Gauge.builder("perf.starter.coherence.peers", this, FanOut::peers)
			.description("Other instances of this service")
			.baseUnit("instances")
			.register(registry);
	}

	/**
	 * Starts to look for peers, to tell them and to listen.
	 */
	public synchronized void start() {
		if (this.running == null) {
			FanOutSettings current = this.settings.get();
			this.running = new RunningFanOut(current, this.clients, this.copies, this.report);
			logger.info("Tells the other instances of '%s' what is evicted here, and hears it from them at '%s'"
				.formatted(current.serviceId(), FanOutSettings.endpointPath(current.contextPath())));
		}
	}

	public boolean isRunning() {
		return this.running != null;
	}

	@Override
	public void publish(List<Event> events) {
		RunningFanOut current = this.running;
		if (current != null) {
			events.forEach((event) -> publish(current, event));
		}
	}

	private static void publish(RunningFanOut current, Event event) {
		try {
			current.node().publish(event);
		}
		catch (RuntimeException ex) {
			logger.warn("The other instances were not told what is gone from cache '%s'".formatted(event.cache()), ex);
		}
	}

	/**
	 * Looks for peers soon, on another thread.
	 */
	public void refresh() {
		RunningFanOut current = this.running;
		if (current != null) {
			current.refresh();
		}
	}

	/**
	 * What answers the messages of peers.
	 * @return the endpoint, {@code null} unless running
	 */
	public @Nullable PeerEndpoint endpoint() {
		RunningFanOut current = this.running;
		return (current != null) ? current.endpoint() : null;
	}

	/**
	 * The number of peers known.
	 * @return the number of peers, zero unless running
	 */
	public int peers() {
		RunningFanOut current = this.running;
		return (current != null) ? current.node().peers() : 0;
	}

	/**
	 * Sends what waits, for a short time, and ends all threads.
	 */
	@Override
	public synchronized void close() {
		RunningFanOut current = this.running;
		if (current != null) {
			current.close();
			this.running = null;
		}
	}

}
