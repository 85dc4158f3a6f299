package io.perfstarter.coherence;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.coherence.transport.PeerEndpoint;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tells the other instances of this service what is gone here, and hears the same from
 * them. What is gone before it is started is told at the start, by the name of the cache;
 * what is gone after it was closed is told to nobody, with a warning.
 */
public final class FanOut implements Peers, AutoCloseable {

	private static final Log logger = LogFactory.getLog(FanOut.class);

	private final Supplier<FanOutSettings> settings;

	private final Registries registries;

	private final LocalSide local;

	private final FanOutReport report;

	// What was evicted before there was anybody to tell. Guarded by this.
	private final Set<String> early = new LinkedHashSet<>();

	private boolean closed;

	// Written under the lock of this.
	private volatile @Nullable RunningFanOut running;

	/**
	 * Creates a fan-out.
	 * @param settings gives the settings, at each start
	 * @param registries where instances are registered
	 * @param local what is kept true in this instance
	 * @param registry where to count
	 */
	public FanOut(Supplier<FanOutSettings> settings, Registries registries, LocalSide local, MeterRegistry registry) {
		this.settings = settings;
		this.registries = registries;
		this.local = local;
		this.report = new FanOutReport(registry);
		new FanOutGauges(this, local.commits()).bindTo(registry);
	}

	/**
	 * Starts to look for peers, to tell them and to listen.
	 */
	public synchronized void start() {
		if (this.running == null) {
			FanOutSettings current = this.settings.get();
			RunningFanOut started = new RunningFanOut(current, this.registries, this.local, this.report);
			this.running = started;
			this.closed = false;
			this.early.forEach((cache) -> started.node().publish(List.of(Event.all(cache))));
			this.early.clear();
			logger.info("Tells the other instances of '%s' what is evicted here, and hears it from them at '%s'"
				.formatted(current.serviceId(), FanOutSettings.endpointPath(current.contextPath())));
		}
	}

	/**
	 * Whether it was started and not closed since.
	 * @return whether it is so
	 */
	public boolean isRunning() {
		return this.running != null;
	}

	@Override
	public void publish(List<Event> events) {
		RunningFanOut current = this.running;
		try {
			if (current != null) {
				current.node().publish(events);
			}
			else {
				publishUnstarted(events);
			}
		}
		catch (RuntimeException ex) {
			logger.warn("The other instances were not told what is gone from %s".formatted(caches(events)), ex);
		}
	}

	private synchronized void publishUnstarted(List<Event> events) {
		RunningFanOut current = this.running;
		if (current != null) {
			current.node().publish(events);
		}
		else if (!this.closed) {
			this.early.addAll(caches(events));
		}
		else {
			logger.warn("The other instances were not told what is gone from %s: this instance has said goodbye already"
				.formatted(caches(events)));
		}
	}

	private static List<String> caches(List<Event> events) {
		return events.stream().map(Event::cache).distinct().toList();
	}

	/**
	 * What is known of the peers at the moment.
	 * @return the state, {@code null} unless running
	 */
	public @Nullable NodeStatus status() {
		RunningFanOut current = this.running;
		return (current != null) ? current.node().status() : null;
	}

	/**
	 * The last occasions on which something was missed.
	 * @return the repairs, the newest first
	 */
	public List<Repair> repairs() {
		return this.report.repairs();
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
	 * Sends what waits and says goodbye, for a short time, and ends all threads.
	 */
	@Override
	public synchronized void close() {
		RunningFanOut current = this.running;
		if (current != null) {
			current.close();
			this.running = null;
			this.closed = true;
		}
	}

}
