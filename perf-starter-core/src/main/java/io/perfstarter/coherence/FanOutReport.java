package io.perfstarter.coherence;

import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.perfstarter.coherence.protocol.Clearing;
import io.perfstarter.coherence.protocol.CoherenceListener;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.coherence.protocol.Outcome;
import io.perfstarter.coherence.transport.Refusal;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes what the fan-out does visible: all of it in meters, changes in the log.
 */
class FanOutReport implements CoherenceListener {

	private static final String METERS = "perf.starter.coherence.";

	private static final Log logger = LogFactory.getLog(FanOut.class);

	/**
	 * What only the sender can find out; all else is the answer of a receiver.
	 */
	private static final EnumSet<Outcome> FAILED = EnumSet.of(Outcome.UNREACHABLE, Outcome.UNAUTHORIZED, Outcome.FORGED,
			Outcome.ABSENT, Outcome.REFUSED);

	private final Counter sent;

	private final Counter acked;

	private final Counter retried;

	private final Counter overflowed;

	private final Counter unencodable;

	private final Map<Outcome, Counter> failed = new EnumMap<>(Outcome.class);

	private final Map<Outcome, Counter> received = new EnumMap<>(Outcome.class);

	private final Map<Refusal, Counter> refused = new EnumMap<>(Refusal.class);

	private final Map<Clearing, Counter> cleared = new EnumMap<>(Clearing.class);

	private final Counter gaps;

	private final Counter repaired;

	private final Counter evictionsFailed;

	private final Timer acknowledged;

	private final Timer acknowledgedByAll;

	private final Repairs repairs = new Repairs();

	private final Set<String> unencodableCaches = ConcurrentHashMap.newKeySet();

	private final Set<Clearing> clearingsTold = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean evictionFailureTold = new AtomicBoolean();

	private volatile Mode mode = Mode.BYPASS;

	FanOutReport(MeterRegistry registry) {
		this.sent = counter("sent", "Messages that left for a peer, retries included", "messages").register(registry);
		this.acked = counter("acked", "Messages that a peer has confirmed", "messages").register(registry);
		this.retried = counter("retried", "Messages that left for a peer again", "messages").register(registry);
		this.overflowed = counter("overflowed", "Keys waiting for a peer that became an eviction of all entries",
				"events")
			.register(registry);
		this.unencodable = counter("unencodable", "Events whose keys cannot travel, so that all entries are evicted",
				"events")
			.register(registry);
		this.gaps = counter("gaps", "Times that something a peer has told did not arrive by itself", "gaps")
			.register(registry);
		this.repaired = counter("repaired", "Evictions of a peer that were missed and asked for", "evictions")
			.register(registry);
		this.evictionsFailed = counter("evictions.failed", "Evictions of peers that a store did not carry out",
				"messages")
			.register(registry);
		this.acknowledged = timer("ack", "Time from an eviction until a peer has confirmed it").register(registry);
		this.acknowledgedByAll = timer("ack.all", "Time from an eviction until all peers have confirmed it")
			.register(registry);
		for (Clearing clearing : Clearing.values()) {
			this.cleared.put(clearing,
					counter("cleared", "Times that all caches were cleared for want of knowing what is stale", "times")
						.tag("reason", label(clearing))
						.register(registry));
		}
		for (Outcome outcome : FAILED) {
			this.failed.put(outcome,
					counter("failed", "Messages that did not get through to a peer", "messages")
						.tag("reason", label(outcome))
						.register(registry));
		}
		for (Outcome outcome : EnumSet.complementOf(FAILED)) {
			this.received.put(outcome,
					counter("received", "Messages of peers that were handled", "messages")
						.tag("outcome", label(outcome))
						.register(registry));
		}
		for (Refusal refusal : Refusal.values()) {
			this.refused.put(refusal,
					counter("refused", "Messages that were turned away", "messages").tag("reason", refusal.label())
						.register(registry));
		}
	}

	private static Counter.Builder counter(String name, String description, String unit) {
		return Counter.builder(METERS + name).description(description).baseUnit(unit);
	}

	private static Timer.Builder timer(String name, String description) {
		return Timer.builder(METERS + name).description(description);
	}

	private static String label(Enum<?> tag) {
		return tag.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	@Override
	public void sent() {
		this.sent.increment();
	}

	@Override
	public void retried() {
		this.retried.increment();
	}

	@Override
	public void settled(Outcome outcome) {
		if (outcome.delivered()) {
			this.acked.increment();
		}
		else {
			increment(this.failed, outcome);
		}
	}

	@Override
	public void received(Outcome outcome) {
		increment(this.received, outcome);
	}

	void refused(Refusal refusal) {
		increment(this.refused, refusal);
	}

	private static <E extends Enum<E>> void increment(Map<E, Counter> counters, E tag) {
		Counter counter = counters.get(tag);
		if (counter != null) {
			counter.increment();
		}
	}

	@Override
	public void overflowed(String cache) {
		this.overflowed.increment();
	}

	@Override
	public void unencodable(String cache) {
		this.unencodable.increment();
		if (this.unencodableCaches.add(cache)) {
			logger.warn(("Keys or groups of cache '%s' cannot travel to other instances: they are no scalars, or too "
					+ "long. Each of these evictions evicts all entries there; use keys such as a String, a number or a "
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
		this.gaps.increment();
	}

	@Override
	public void repaired(long numbers, String peer) {
		this.repaired.increment(numbers);
		this.repairs.add("carried out %s evictions that were missed".formatted(numbers), peer);
		logger.debug("Carried out %s evictions of '%s' that were missed".formatted(numbers, peer));
	}

	@Override
	public void cleared(Clearing reason, String peer) {
		increment(this.cleared, reason);
		String why = switch (reason) {
			case DEPARTURE -> "it is gone without a goodbye";
			case UNHEARD -> "somebody may have been there before who was never heard";
			case TRUNCATED -> "it does not remember all that was missed";
			case UNREACHABLE -> "something was missed, and it cannot be asked";
		};
		this.repairs.add("cleared all caches: " + why, peer);
		String message = "Cleared the managed caches because of peer '%s': %s".formatted(peer, why);
		if (this.clearingsTold.add(reason)) {
			logger.warn(message + "; the next times are counted, and logged at DEBUG");
		}
		else {
			logger.debug(message);
		}
	}

	@Override
	public void departed(String origin, boolean goodbye) {
		logger.debug("Peer '%s' is gone, %s goodbye".formatted(origin, goodbye ? "with a" : "without a"));
	}

	@Override
	public void evictionFailed(RuntimeException failure) {
		this.evictionsFailed.increment();
		if (this.evictionFailureTold.compareAndSet(false, true)) {
			logger.error("A cache could not evict; the next failures are only counted", failure);
		}
	}

	/**
	 * Tells when the instance has to go by the age of its copies, and when it need not
	 * any more.
	 * @param status the state
	 */
	void tell(NodeStatus status) {
		Mode before = this.mode;
		this.mode = status.mode();
		if (this.mode == Mode.UNCERTIFIED && before != Mode.UNCERTIFIED) {
			logger.warn("No word from %s: only copies younger than %s are served until it comes"
				.formatted(status.silent(), status.maxStaleness()));
		}
		else if (this.mode == Mode.CERTIFIED && before == Mode.UNCERTIFIED) {
			logger.info("All peers are heard again");
		}
	}

	List<Repair> repairs() {
		return this.repairs.latest();
	}

	@Override
	public void peerChanged(URI address, @Nullable Outcome before, Outcome now) {
		String peer = "Peer '%s'".formatted(address.getRawAuthority());
		switch (now) {
			case UNREACHABLE -> logger.warn(peer + " cannot be reached, evictions reach it when it answers");
			case UNAUTHORIZED -> logger.warn(peer + " does not accept our signature: compare "
					+ "'perf-starter.secret' and the clocks of both instances, and find out whether a filter "
					+ "or a proxy before its endpoint asks for a login");
			case FORGED -> logger.warn(peer + " answers without a valid signature: compare "
					+ "'perf-starter.secret', or find out who is registered there");
			case ABSENT -> logger.warn(
					peer + " answers 404: it runs without perf-starter's fan-out, or below another " + "context path");
			case REFUSED -> logger.warn(peer + " refuses our messages");
			default -> {
				if (before != null) {
					logger.info(peer + " answers again");
				}
				else {
					logger.debug(peer + " answers");
				}
			}
		}
	}

}
