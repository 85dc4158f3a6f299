package io.perfstarter.coherence;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.perfstarter.coherence.FanOut.Repair;
import io.perfstarter.coherence.protocol.CoherenceListener;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.Missed;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.peer.Refusal;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Logs state changes of the fan-out, and publishes its activity as meters.
 */
class FanOutReport extends EvictionReport<Missed> implements CoherenceListener {

	private static final Duration STARTING = Duration.ofSeconds(10);

	private static final int REPAIRS = 20;

	private static final Log logger = LogFactory.getLog(FanOut.class);

	/**
	 * The outcomes that only the sender detects. All other outcomes are responses of a
	 * receiver.
	 */
	private static final EnumSet<MessageOutcome> FAILED = EnumSet.of(MessageOutcome.UNREACHABLE,
			MessageOutcome.UNAUTHORIZED, MessageOutcome.FORGED, MessageOutcome.ABSENT, MessageOutcome.REFUSED,
			MessageOutcome.MISDIRECTED);

	private final boolean certifying;

	private final Counter sent;

	private final Map<MessageOutcome, Counter> failed;

	private final Map<Refusal, Counter> refused;

	private final Timer acknowledged;

	private final Timer acknowledgedByAll;

	// Newest first. Guarded by itself.
	private final Deque<Repair> repairs = new ArrayDeque<>();

	// This field and the next two are confined to the thread of discovery.
	private final Set<URI> sharedTold = new HashSet<>();

	private @Nullable Long uncertifiedSince;

	private boolean uncertifiedTold;

	/**
	 * Creates a report.
	 * @param registry the registry for the meters
	 * @param certifying whether entries are served only while the peers respond
	 */
	FanOutReport(MeterRegistry registry, boolean certifying) {
		super(registry, logger, EnumSet.allOf(Missed.class));
		this.certifying = certifying;
		this.sent = counter("sent", "Messages sent to peers, including retries", "messages");
		this.acknowledged = timer(registry, "ack", "Time from an eviction until a peer has acknowledged it");
		this.acknowledgedByAll = timer(registry, "ack.all",
				"Time from an eviction until all peers have acknowledged it");
		this.failed = counters("failed", "Messages that could not be delivered to a peer", "messages", "reason",
				FAILED);
		this.refused = counters("refused", "Messages rejected", "messages", "reason", EnumSet.allOf(Refusal.class));
	}

	private static Timer timer(MeterRegistry registry, String name, String description) {
		return Timer.builder(METERS + name).description(description).register(registry);
	}

	@Override
	public void sent() {
		this.sent.increment();
	}

	@Override
	public void settled(MessageOutcome outcome) {
		increment(this.failed, outcome);
	}

	void refused(Refusal refusal) {
		increment(this.refused, refusal);
	}

	@Override
	public void unencodable(String cache) {
		if (isFirst("unencodable " + cache)) {
			logger.warn(("Keys or groups of cache '%s' cannot be sent to other instances: they are not scalars, or too "
					+ "long. Such an eviction evicts all entries there; use keys such as a String, a number or a "
					+ "UUID, or a group")
				.formatted(cache));
		}
	}

	@Override
	public void acknowledged(Duration since) {
		this.acknowledged.record(since);
	}

	@Override
	public void acknowledgedByAll(Duration since) {
		this.acknowledgedByAll.record(since);
	}

	@Override
	public void gap() {
		logger.debug("Evictions of a peer are missing, and are fetched from it");
	}

	@Override
	public void repaired(long numbers, String peer) {
		add("applied %s missed evictions".formatted(numbers), peer);
		logger.debug("Applied %s missed evictions of '%s'".formatted(numbers, peer));
	}

	private void add(String what, String peer) {
		synchronized (this.repairs) {
			this.repairs.addFirst(new Repair(Instant.now(), what, peer));
			if (this.repairs.size() > REPAIRS) {
				this.repairs.removeLast();
			}
		}
	}

	List<Repair> repairs() {
		synchronized (this.repairs) {
			return List.copyOf(this.repairs);
		}
	}

	boolean isCertifying() {
		return this.certifying;
	}

	@Override
	public void missed(Missed reason, String peer) {
		if (!this.certifying) {
			return;
		}
		String why = switch (reason) {
			case DEPARTURE -> "it stopped without leaving the group";
			case GOODBYE -> "it left the group before all its evictions arrived";
			case UNHEARD -> "an instance may have stopped there before this one had contact with it";
			case TRUNCATED -> "it has too many caches with missed evictions";
			case IMPLAUSIBLE -> "a message under its id claimed evictions that it does not know of";
		};
		add("serves older entries by their age: " + why, peer);
		countMissed(reason, "Evictions of peer '%s' may have been missed (%s)".formatted(peer, why));
	}

	@Override
	public void departed(String origin, boolean goodbye) {
		logger
			.debug("Peer '%s' %s".formatted(origin, goodbye ? "left the group" : "stopped without leaving the group"));
	}

	/**
	 * Logs the start and the end of the TTL fallback, and addresses with too many
	 * registrations. A fallback of less than {@link #STARTING} is not logged, because an
	 * instance may be registered before it responds.
	 * @param status the current state
	 * @param now the current time in nanoseconds
	 */
	void tell(NodeStatus status, long now) {
		if (status.mode() != Mode.UNCERTIFIED) {
			this.uncertifiedSince = null;
			if (this.uncertifiedTold) {
				this.uncertifiedTold = false;
				logger.info("Contact with all peers restored");
			}
		}
		else if (this.uncertifiedSince == null) {
			this.uncertifiedSince = now;
		}
		else if (!this.uncertifiedTold && now - this.uncertifiedSince >= STARTING.toNanos()) {
			this.uncertifiedTold = true;
			logger.warn("No contact with %s; serving only entries younger than %s".formatted(status.silent(),
					status.maxStaleness()));
		}
		status.shared().forEach((address, ids) -> {
			if (this.sharedTold.add(address)) {
				logger.warn(("Instances %s are registered with the same address '%s', where fewer instances respond: "
						+ "give each an address of its own; until then only entries younger than %s are served")
					.formatted(ids, address.getRawAuthority(), status.maxStaleness()));
			}
		});
		this.sharedTold.retainAll(status.shared().keySet());
	}

	@Override
	public void peerChanged(URI address, @Nullable MessageOutcome before, MessageOutcome now,
			@Nullable Throwable failure) {
		PeerFailure why = (failure != null) ? new PeerFailure(failure) : null;
		String peer = "Peer '%s'".formatted(address.getRawAuthority());
		String reason = (why != null) ? " (%s)".formatted(why.reason()) : "";
		switch (now) {
			case UNREACHABLE -> logger.warn(peer + " unreachable" + reason + "; evictions are sent when it responds"
					+ ((why != null) ? why.remedy(address.getScheme()) : ""));
			case UNAUTHORIZED -> logger.warn(peer + " rejects the signature of this instance" + reason + ": compare "
					+ "'perf-starter.secret' and the clocks of both instances, and check whether a filter "
					+ "or a proxy in front of its endpoint requires a login");
			case FORGED -> logger.warn(peer + " responds without a valid signature" + reason + ": compare "
					+ "'perf-starter.secret', and check which application is registered at this address");
			case ABSENT -> logger.warn(peer + " responds with 404: it runs without the fan-out of perf-starter, with "
					+ "another version of its protocol, or with another context path");
			case MISDIRECTED -> logger.warn(peer + " is not at this address, although another instance responds there: "
					+ "check what the registry lists, and whether a proxy distributes requests among instances");
			case REFUSED ->
				logger.warn(peer + " rejects the messages of this instance" + reason + ": " + remedy(address));
			default -> {
				if (before != null) {
					logger.info(peer + " responds again");
				}
				else {
					logger.debug(peer + " responds");
				}
			}
		}
	}

	private static String remedy(URI address) {
		return "http".equals(address.getScheme())
				? "if its port requires HTTPS, list it with https:// in 'perf-starter.coherence.peers', or register it as a secure port; otherwise check which application is at this address"
				: "check which application is at this address";
	}

}
