package io.perfstarter.coherence;

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
import io.perfstarter.coherence.transport.MessageCodec;
import io.perfstarter.coherence.transport.MessageHandler;
import io.perfstarter.coherence.transport.MessageNetwork;
import io.perfstarter.peer.PeerChannel;
import io.perfstarter.peer.PeerDirectory;
import io.perfstarter.peer.PeerTransport;
import io.perfstarter.peer.RegisteredInstance;
import io.perfstarter.support.DaemonThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The parts and threads of a {@link FanOut} from its start to its close.
 */
class RunningFanOut {

	private static final Duration FLUSH = Duration.ofSeconds(1);

	private static final Duration REGISTRATION = Duration.ofMinutes(2);

	private static final Log logger = LogFactory.getLog(FanOut.class);

	private final ScheduledExecutorService timer = DaemonThreads.timer("coherence-timer");

	private final ScheduledExecutorService discovery = DaemonThreads.timer("coherence-discovery");

	private final AtomicBoolean discovering = new AtomicBoolean();

	private final AtomicBoolean refreshWaits = new AtomicBoolean();

	private final PeerDirectory directory;

	private final PeerChannel channel;

	private final CoherenceNode node;

	private final FanOutReport report;

	private final FanOutSettings settings;

	private final Duration longestJoining;

	private final long started = System.nanoTime();

	// Whether peers can reach this instance.
	private volatile boolean listening;

	private volatile Set<URI> own = Set.of();

	// Confined to the thread of discovery.
	private boolean missTold;

	RunningFanOut(String origin, FanOutSettings settings, PeerTransport transport, PeerDirectory directory,
			LocalSide local, FanOutReport report) {
		this.channel = transport.open(this.timer, "coherence");
		MessageCodec codec = new MessageCodec();
		this.directory = directory;
		Surroundings surroundings = new Surroundings(new MessageNetwork(codec, this.channel), codec,
				(delay, task) -> this.timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS), System::nanoTime,
				new SecureRandom());
		this.node = new CoherenceNode(origin, settings.timings(), local, surroundings, () -> this.own, report);
		this.report = report;
		this.settings = settings;
		this.longestJoining = settings.timings().registryPropagationDelay().multipliedBy(2).plus(REGISTRATION);
		this.node.start();
		this.channel.receive(new MessageHandler(this.node, codec, report::refused), report::refused);
		if (this.channel.port() != null) {
			listening();
		}
	}

	CoherenceNode node() {
		return this.node;
	}

	PeerChannel channel() {
		return this.channel;
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
			if (this.report.isCertifying()) {
				NodeStatus status = this.node.status();
				this.report.tell(status, System.nanoTime());
				tellIfNotListed(status, instances);
			}
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
		return new LateEvictions(this.channel, this.node);
	}

	void close() {
		this.discovery.shutdownNow();
		this.node.leave();
		flush();
		this.node.close();
		this.channel.close();
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
