package io.perfstarter.coherence;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.coherence.protocol.PeerNetwork;
import io.perfstarter.coherence.protocol.Surroundings;
import io.perfstarter.coherence.protocol.Timer;
import io.perfstarter.coherence.transport.MessageCodec;
import io.perfstarter.peer.PeerChannel;
import io.perfstarter.peer.PeerDirectory;
import io.perfstarter.peer.PeerSender;
import io.perfstarter.peer.PeerTransport;
import io.perfstarter.peer.RegisteredInstance;
import io.perfstarter.support.DaemonThreads;
import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The parts and threads of a {@link FanOut} from its start to its close. Later evictions
 * are sent once, directly to the peers that were known at the close. A peer that does not
 * respond in time is not tried again.
 */
class RunningFanOut {

	private static final Duration FLUSH = Duration.ofSeconds(1);

	private static final Duration LATE = Duration.ofSeconds(1);

	private static final Duration REGISTRATION = Duration.ofMinutes(2);

	private static final Log logger = LogFactory.getLog(FanOut.class);

	private final ScheduledExecutorService timer = DaemonThreads.timer("coherence-timer");

	private final ScheduledExecutorService discovery = DaemonThreads.timer("coherence-discovery");

	private final AtomicBoolean discovering = new AtomicBoolean();

	private final AtomicBoolean refreshWaits = new AtomicBoolean();

	private final PeerDirectory directory;

	private final MessageCodec codec = new MessageCodec();

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

	// The peers known at the close, without those that have failed to confirm since.
	private final Set<URI> latePeers = ConcurrentHashMap.newKeySet();

	private final LogOnce lateTold = new LogOnce();

	private volatile boolean lateLost;

	RunningFanOut(String origin, FanOutSettings settings, PeerTransport transport, PeerDirectory directory,
			LocalSide local, FanOutReport report) {
		this.channel = transport.open(this.timer, "coherence");
		this.directory = directory;
		this.node = new CoherenceNode(origin, settings.timings(), local, this.codec.network(this.channel), this.codec,
				new Surroundings(Timer.of(this.timer), System::nanoTime, new SecureRandom()), () -> this.own, report);
		this.report = report;
		this.settings = settings;
		this.longestJoining = settings.timings().registryPropagationDelay().multipliedBy(2).plus(REGISTRATION);
		this.node.start();
		this.channel.receive(this.codec.handler(this.node, report::refused), report::refused);
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
			// Before, this instance does not answer at its own addresses.
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
		catch (RuntimeException | Error ex) {
			logger.debug("Discovery failed; the known peers are kept", ex);
		}
	}

	/**
	 * Warns if the registry has not listed this instance for long: new instances cannot
	 * find it.
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
							and only young entries are served: list the address of each instance itself, not of a proxy, with \
							the port of 'perf-starter.coherence.port' if that is set"""
					: """
							Service discovery does not list this instance of '%s', so new instances cannot find it, and only \
							young entries are served: compare 'perf-starter.coherence.service-id' with the registry"""
						.formatted(this.settings.serviceId()));
		}
	}

	void close() {
		this.discovery.shutdownNow();
		this.node.leave();
		flush();
		this.latePeers.addAll(this.node.addresses());
		this.node.close();
		this.channel.close();
		this.timer.shutdownNow();
	}

	private void flush() {
		long start = System.nanoTime();
		try {
			while (!this.node.closeIfIdle() && System.nanoTime() - start < FLUSH.toNanos()) {
				Thread.sleep(5);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Sends evictions after the close, and waits at most a second for their delivery, so
	 * that they arrive before the process ends.
	 */
	void sendLate(List<Event> events) {
		if (!events.isEmpty() && !this.latePeers.isEmpty()) {
			send(this.node.lateMessage(events));
		}
		List<String> missed = this.lateLost ? FanOut.caches(events).stream().filter(this.lateTold::isFirst).toList()
				: List.of();
		if (!missed.isEmpty()) {
			logger.warn(
					"Evictions of %s may be missing on another instance: the fan-out is closed, and that instance has not confirmed within %s ms"
						.formatted(missed, LATE.toMillis()));
		}
	}

	private void send(Message message) {
		ScheduledExecutorService timer = DaemonThreads.timer("coherence-late-timer");
		try (PeerSender sender = this.channel.sender(LATE, timer, "coherence-late")) {
			PeerNetwork network = this.codec.network(sender);
			CompletableFuture
				.allOf(this.latePeers.stream()
					.map((peer) -> network.send(peer, message)
						.handle((answer, failure) -> answered(peer, answer))
						.toCompletableFuture())
					.toArray(CompletableFuture<?>[]::new))
				.join();
		}
		finally {
			timer.shutdownNow();
		}
	}

	private boolean answered(URI peer, @Nullable Answer answer) {
		boolean told = answer != null && (answer.outcome().delivered() || answer.outcome() == MessageOutcome.SELF);
		if (!told) {
			this.latePeers.remove(peer);
			this.lateLost = true;
		}
		return told;
	}

}
