package io.perfstarter.coherence;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.peer.PeerDirectory;
import io.perfstarter.peer.PeerTransport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends evictions of this instance to the other instances of the service, and applies the
 * evictions of those. For evictions before the start, the start sends evictions of all
 * entries of their caches. Each eviction after the close is sent once, to the peers that
 * still respond. Thread-safe.
 */
public final class FanOut implements Peers, Certified, AutoCloseable {

	private static final Log logger = LogFactory.getLog(FanOut.class);

	// The ids that fan-outs of this JVM have used.
	private static final Set<String> ORIGINS = ConcurrentHashMap.newKeySet();

	private final Supplier<FanOutSettings> settings;

	private final PeerTransport transport;

	private final PeerDirectory directory;

	private final LocalSide local;

	private final FanOutReport report;

	// The caches evicted before the start. Guarded by the lock of this object.
	private final Set<String> early = new LinkedHashSet<>();

	// Written under the lock of this.
	private volatile @Nullable RunningFanOut running;

	// Sends the evictions after the close. Guarded by the lock of this object.
	private @Nullable RunningFanOut closed;

	/**
	 * Creates a fan-out.
	 * @param settings supplies the settings at each start
	 * @param transport carries messages to and from the other instances
	 * @param directory lists the instances of the service
	 * @param local the caches of this instance
	 * @param registry the registry for the meters
	 */
	public FanOut(Supplier<FanOutSettings> settings, PeerTransport transport, PeerDirectory directory, LocalSide local,
			MeterRegistry registry) {
		this(settings, transport, directory, local, new FanOutReport(registry, true));
		this.report.publishPeers(this, FanOut::peers);
		Certified.publish(this, local, registry);
	}

	private FanOut(Supplier<FanOutSettings> settings, PeerTransport transport, PeerDirectory directory, LocalSide local,
			FanOutReport report) {
		this.settings = settings;
		this.transport = transport;
		this.directory = directory;
		this.local = local;
		this.report = report;
	}

	/**
	 * Creates a fan-out whose messages are hints, because the peers read the evictions in
	 * the log anyway. This instance serves entries even if no peer responds.
	 * @param settings supplies the settings at each start
	 * @param transport carries messages to and from the other instances
	 * @param directory lists the instances of the service
	 * @param local the caches of this instance, with a watermark that nobody reads
	 * @param registry the registry for the meters
	 * @return the fan-out
	 */
	public static FanOut ofHints(Supplier<FanOutSettings> settings, PeerTransport transport, PeerDirectory directory,
			LocalSide local, MeterRegistry registry) {
		return new FanOut(settings, transport, directory, local, new FanOutReport(registry, false));
	}

	/**
	 * Starts to answer messages of peers. Their discovery starts later, because a
	 * registry client that is used before the port of the application is known registers
	 * a wrong port. The id of this instance is the id announced in a registry, or a
	 * random one. If an earlier start has used the id, a number is appended.
	 * @throws java.io.UncheckedIOException if the port for messages of peers cannot be
	 * bound
	 */
	public void start() {
		FanOutSettings current = this.settings.get();
		String announced = this.directory.incarnation();
		synchronized (this) {
			if (this.running == null) {
				String origin = origin((announced != null) ? announced : UUID.randomUUID().toString());
				RunningFanOut started = new RunningFanOut(origin, current, this.transport, this.directory, this.local,
						this.report);
				this.running = started;
				this.closed = null;
				this.early.forEach((cache) -> started.node().publish(List.of(Event.all(cache))));
				this.early.clear();
				logger.info("Eviction fan-out started for '%s', receiving at %s".formatted(current.serviceId(),
						started.channel()));
			}
		}
	}

	/**
	 * Returns an id that no earlier start in this JVM has used, not even in another
	 * context. Peers ignore the id of an instance that has left.
	 */
	private static String origin(String announced) {
		String origin = announced;
		for (int start = 2; !ORIGINS.add(origin); start++) {
			origin = announced + "." + start;
		}
		return origin;
	}

	/**
	 * Returns whether the fan-out runs.
	 * @return whether it was started and not closed since
	 */
	public boolean isRunning() {
		return this.running != null;
	}

	@Override
	public void publish(List<Event> events) {
		RunningFanOut current = this.running;
		try {
			if (current == null || !current.node().publish(events)) {
				RunningFanOut closed = keepUnlessClosed(events);
				if (closed != null) {
					closed.sendLate(events);
				}
			}
		}
		catch (RuntimeException ex) {
			logger.warn("Could not send evictions of %s to the other instances".formatted(caches(events)), ex);
		}
	}

	/**
	 * Publishes the events if a start came first, or keeps their caches until the start.
	 * @return what must send the events after the close, {@code null} unless closed
	 */
	private synchronized @Nullable RunningFanOut keepUnlessClosed(List<Event> events) {
		RunningFanOut current = this.running;
		if (current != null) {
			current.node().publish(events);
		}
		else if (this.closed == null) {
			this.early.addAll(caches(events));
		}
		return this.closed;
	}

	static List<String> caches(List<Event> events) {
		return events.stream().map(Event::cache).distinct().toList();
	}

	/**
	 * Returns the current state of this instance and its peers.
	 * @return the state, {@code null} unless running
	 */
	public @Nullable NodeStatus status() {
		RunningFanOut current = this.running;
		return (current != null) ? current.node().status() : null;
	}

	@Override
	public @Nullable Mode mode() {
		NodeStatus status = status();
		return (status != null) ? status.mode() : null;
	}

	@Override
	public @Nullable Duration certificateAge() {
		NodeStatus status = status();
		return (status != null) ? status.certificateAge() : null;
	}

	/**
	 * Returns the latest recoveries of missed evictions.
	 * @return the repairs, the newest first
	 */
	public List<Repair> repairs() {
		return this.report.repairs();
	}

	/**
	 * Starts the discovery of peers, unless it has started. Has no effect unless running.
	 */
	public void discover() {
		whileRunning(RunningFanOut::discover);
	}

	/**
	 * Returns whether peers are discovered.
	 * @return whether the discovery was started, and the fan-out not closed since
	 */
	public boolean isDiscovering() {
		RunningFanOut current = this.running;
		return current != null && current.isDiscovering();
	}

	/**
	 * Notifies the fan-out that peers can reach the endpoint of this instance from now
	 * on. Before, the fan-out does not tell peers its address. Has no effect unless
	 * running.
	 */
	public void listening() {
		whileRunning(RunningFanOut::listening);
	}

	/**
	 * Triggers a discovery of peers on another thread, if discovery has started.
	 */
	public void refresh() {
		whileRunning(RunningFanOut::refresh);
	}

	private void whileRunning(Consumer<RunningFanOut> action) {
		RunningFanOut current = this.running;
		if (current != null) {
			action.accept(current);
		}
	}

	/**
	 * Returns the number of known peers.
	 * @return the number of peers, zero unless running
	 */
	public int peers() {
		RunningFanOut current = this.running;
		return (current != null) ? current.node().peers() : 0;
	}

	/**
	 * Sends pending evictions and a goodbye message, waits at most a second for their
	 * delivery, and stops all threads. After the close, {@link #publish} itself waits for
	 * the delivery.
	 */
	@Override
	public synchronized void close() {
		RunningFanOut current = this.running;
		if (current != null) {
			current.close();
			this.running = null;
			this.closed = current;
		}
	}

	/**
	 * One recovery of missed evictions.
	 *
	 * @param time the time of the recovery
	 * @param what the action taken
	 * @param peer the id or address of the peer whose evictions were missed
	 */
	public record Repair(Instant time, String what, String peer) {
	}

}
