package io.perfstarter.coherence;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.perfstarter.coherence.discovery.DiscoveredPeers;
import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.coherence.protocol.Surroundings;
import io.perfstarter.coherence.transport.HttpPeerNetwork;
import io.perfstarter.coherence.transport.MessageCodec;
import io.perfstarter.coherence.transport.MessageSigner;
import io.perfstarter.coherence.transport.PeerEndpoint;
import io.perfstarter.peer.RegisteredInstance;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The parts and threads of a {@link FanOut} from its start to its close.
 */
class RunningFanOut {

	private static final Duration FLUSH = Duration.ofSeconds(1);

	private static final Duration REGISTRATION = Duration.ofMinutes(2);

	private static final Log logger = LogFactory.getLog(FanOut.class);

	private final ExecutorService senders = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS,
			new SynchronousQueue<>(), threads("sender"));

	private final ScheduledThreadPoolExecutor timer = scheduler("timer");

	private final ScheduledThreadPoolExecutor discovery = scheduler("discovery");

	private final AtomicBoolean refreshWaits = new AtomicBoolean();

	private final DiscoveredPeers peers;

	private final HttpPeerNetwork network;

	private final CoherenceNode node;

	private final PeerEndpoint endpoint;

	private final FanOutReport report;

	private final FanOutSettings settings;

	private final Duration longestJoining;

	private final long started = System.nanoTime();

	private volatile @Nullable URI address;

	// Confined to the thread of discovery.
	private boolean missTold;

	RunningFanOut(FanOutSettings settings, Registries registries, LocalSide local, FanOutReport report) {
		String path = FanOutSettings.endpointPath(settings.contextPath());
		MessageCodec codec = new MessageCodec();
		MessageSigner signer = new MessageSigner(settings.secret());
		this.peers = new DiscoveredPeers(registries.clients(), registries.registrations(), settings.serviceId(), path);
		this.network = new HttpPeerNetwork(codec, signer, System::currentTimeMillis, settings.connectTimeout(),
				settings.readTimeout(), settings.sslContext(), this.senders, this.timer);
		Surroundings surroundings = new Surroundings(this.network, codec,
				(delay, task) -> this.timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS), System::nanoTime,
				new SecureRandom());
		this.node = new CoherenceNode(UUID.randomUUID().toString(), settings.timings(), local, surroundings,
				this::ownAddresses, report);
		this.endpoint = new PeerEndpoint(path, this.node, codec, signer, System::currentTimeMillis, report::refused);
		this.report = report;
		this.settings = settings;
		this.longestJoining = settings.timings().registryPropagationDelay().multipliedBy(2).plus(REGISTRATION);
		this.node.start();
		this.discovery.scheduleWithFixedDelay(this::lookForPeers, 0, settings.discoveryInterval().toMillis(),
				TimeUnit.MILLISECONDS);
	}

	private static ScheduledThreadPoolExecutor scheduler(String name) {
		ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, threads(name), new DiscardPolicy());
		scheduler.setRemoveOnCancelPolicy(true);
		return scheduler;
	}

	static ThreadFactory threads(String name) {
		AtomicInteger number = new AtomicInteger();
		return (task) -> {
			// Threads must not inherit thread locals or the class loader of the first
			// publisher.
			Thread thread = new Thread(null, task,
					"perf-starter-coherence-%s-%s".formatted(name, number.incrementAndGet()), 0, false);
			thread.setContextClassLoader(RunningFanOut.class.getClassLoader());
			thread.setDaemon(true);
			return thread;
		};
	}

	private Set<URI> ownAddresses() {
		URI own = this.address;
		return (own != null) ? Set.of(own) : Set.of();
	}

	CoherenceNode node() {
		return this.node;
	}

	PeerEndpoint endpoint() {
		return this.endpoint;
	}

	void refresh() {
		if (this.refreshWaits.compareAndSet(false, true)) {
			this.discovery.execute(() -> {
				this.refreshWaits.set(false);
				lookForPeers();
			});
		}
	}

	private void lookForPeers() {
		try {
			Set<URI> addresses = this.peers.addresses();
			this.address = this.peers.own();
			this.node.discovered(addresses.stream()
				.map((address) -> new RegisteredInstance(address, address.toString(), null))
				.toList());
			NodeStatus status = this.node.status();
			this.report.tell(status, System.nanoTime());
			tellIfNotListed(status);
		}
		catch (RuntimeException ex) {
			logger.debug("Discovery failed; the known peers are kept", ex);
		}
	}

	/**
	 * Warns if the registry does not list this instance, because new instances cannot
	 * find it then.
	 */
	private void tellIfNotListed(NodeStatus status) {
		if (status.mode() == Mode.JOINING && !this.missTold
				&& System.nanoTime() - this.started > this.longestJoining.toNanos()) {
			this.missTold = true;
			logger.warn(
					("Service discovery does not list this instance of '%s', so new instances cannot find it, and only "
							+ "young entries are served: compare 'perf-starter.coherence.service-id' with the registry")
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
		this.network.close();
		this.timer.shutdownNow();
		this.senders.shutdownNow();
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
