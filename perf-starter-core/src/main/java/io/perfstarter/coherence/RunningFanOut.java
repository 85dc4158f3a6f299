package io.perfstarter.coherence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.coherence.protocol.Surroundings;
import io.perfstarter.coherence.transport.HttpPeerNetwork;
import io.perfstarter.coherence.transport.MessageCodec;
import io.perfstarter.coherence.transport.MessageHandler;
import io.perfstarter.peer.MessageSigner;
import io.perfstarter.peer.PeerClient;
import io.perfstarter.peer.PeerDirectory;
import io.perfstarter.peer.PeerEndpoint;
import io.perfstarter.peer.PeerListener;
import io.perfstarter.peer.RegisteredInstance;
import io.perfstarter.support.DaemonThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The parts and threads of a {@link FanOut} from its start to its close.
 */
class RunningFanOut {

	private static final Duration FLUSH = Duration.ofSeconds(1);

	private static final Duration EXCHANGE = Duration.ofSeconds(5);

	private static final Duration REGISTRATION = Duration.ofMinutes(2);

	private static final Log logger = LogFactory.getLog(FanOut.class);

	private final ScheduledExecutorService timer = DaemonThreads.timer("coherence-timer");

	private final ScheduledExecutorService discovery = DaemonThreads.timer("coherence-discovery");

	private final AtomicBoolean discovering = new AtomicBoolean();

	private final AtomicBoolean refreshWaits = new AtomicBoolean();

	private final PeerDirectory directory;

	private final @Nullable PeerListener listener;

	private final HttpPeerNetwork network;

	private final CoherenceNode node;

	private final PeerEndpoint endpoint;

	private final FanOutReport report;

	private final FanOutSettings settings;

	private final Duration longestJoining;

	private final long started = System.nanoTime();

	// Whether peers can reach this instance.
	private volatile boolean listening;

	private volatile Set<URI> own = Set.of();

	// Confined to the thread of discovery.
	private boolean missTold;

	RunningFanOut(String origin, FanOutSettings settings, PeerDirectory directory, LocalSide local,
			FanOutReport report) {
		this.listener = listener(settings);
		String path = FanOutSettings.endpointPath(settings.contextPath());
		MessageCodec codec = new MessageCodec();
		this.directory = directory;
		this.network = network(settings, settings.connectTimeout(), settings.readTimeout(), this.timer, "coherence");
		Surroundings surroundings = new Surroundings(this.network, codec,
				(delay, task) -> this.timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS), System::nanoTime,
				new SecureRandom());
		this.node = new CoherenceNode(origin, settings.timings(), local, surroundings, () -> this.own, report);
		this.endpoint = new PeerEndpoint(path, new MessageHandler(this.node, codec, report::refused),
				new MessageSigner(settings.secret()), System::currentTimeMillis, report::refused);
		this.report = report;
		this.settings = settings;
		this.longestJoining = settings.timings().registryPropagationDelay().multipliedBy(2).plus(REGISTRATION);
		this.node.start();
		if (this.listener != null) {
			this.listener.start(path, this.endpoint);
			listening();
		}
	}

	private @Nullable PeerListener listener(FanOutSettings settings) {
		InetSocketAddress address = settings.listener();
		try {
			return (address != null)
					? new PeerListener(address, settings.sslContext(), EXCHANGE, this.timer, "coherence") : null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static HttpPeerNetwork network(FanOutSettings settings, Duration connectTimeout, Duration readTimeout,
			ScheduledExecutorService timer, String threads) {
		return new HttpPeerNetwork(new MessageCodec(), new PeerClient(new MessageSigner(settings.secret()),
				System::currentTimeMillis, connectTimeout, readTimeout, settings.sslContext(), timer, threads));
	}

	CoherenceNode node() {
		return this.node;
	}

	@Nullable PeerListener listener() {
		return this.listener;
	}

	PeerEndpoint endpoint() {
		return this.endpoint;
	}

	void listening() {
		if (!this.listening) {
			this.listening = true;
			this.node.listening();
		}
		refresh();
	}

	void discover() {
		if (this.discovering.compareAndSet(false, true)) {
			this.discovery.scheduleWithFixedDelay(this::lookForPeers, 0, this.settings.discoveryInterval().toMillis(),
					TimeUnit.MILLISECONDS);
		}
	}

	boolean isDiscovering() {
		return this.discovering.get();
	}

	void refresh() {
		if (this.discovering.get() && this.refreshWaits.compareAndSet(false, true)) {
			this.discovery.execute(() -> {
				this.refreshWaits.set(false);
				lookForPeers();
			});
		}
	}

	private void lookForPeers() {
		try {
			List<RegisteredInstance> instances = this.directory.instances();
			Set<URI> registered = this.directory.own();
			// Nobody answers at the own addresses before that.
			boolean listening = this.listening;
			this.own = listening ? registered : Set.of();
			this.node.discovered(instances.stream()
				.filter((instance) -> listening || !registered.contains(instance.address()))
				.toList());
			NodeStatus status = this.node.status();
			this.report.tell(status, System.nanoTime());
			tellIfNotListed(status, instances);
		}
		catch (RuntimeException ex) {
			logger.debug("Discovery failed; the known peers are kept", ex);
		}
	}

	/**
	 * Warns if the registry does not list this instance, because new instances cannot
	 * find it then.
	 */
	private void tellIfNotListed(NodeStatus status, List<RegisteredInstance> instances) {
		boolean elsewhere = !instances.isEmpty() && instances.stream().allMatch(RegisteredInstance::elsewhere);
		Duration longest = elsewhere ? this.settings.timings().registryPropagationDelay() : this.longestJoining;
		if (status.mode() == Mode.JOINING && this.listening && !this.missTold
				&& System.nanoTime() - this.started > longest.toNanos()) {
			this.missTold = true;
			logger.warn(elsewhere
					? """
							No address in 'perf-starter.coherence.peers' is that of this instance, so new instances cannot find it, \
							and only young entries are served: list the own address of each instance, not that of a proxy, with \
							the port of 'perf-starter.coherence.port' if that is set"""
					: """
							Service discovery does not list this instance of '%s', so new instances cannot find it, and only \
							young entries are served: compare 'perf-starter.coherence.service-id' with the registry"""
						.formatted(this.settings.serviceId()));
		}
	}

	/**
	 * Returns what sends the evictions after the close.
	 */
	LateEvictions late() {
		return new LateEvictions(this.settings, this.node);
	}

	void close() {
		this.discovery.shutdownNow();
		this.node.leave();
		flush();
		this.node.close();
		if (this.listener != null) {
			this.listener.close();
		}
		this.network.close();
		this.timer.shutdownNow();
	}

	private void flush() {
		long start = System.nanoTime();
		try {
			while (!this.node.isIdle() && System.nanoTime() - start < FLUSH.toNanos()) {
				Thread.sleep(5);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
