package io.perfstarter.coherence;

import java.net.URI;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.protocol.CoherenceListener;
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

	private final Set<String> unencodableCaches = ConcurrentHashMap.newKeySet();

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

	private static String label(Outcome outcome) {
		return outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
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
	public void peerChanged(URI address, @Nullable Outcome before, Outcome now) {
		String peer = "Peer '%s'".formatted(address.getRawAuthority());
		switch (now) {
			case UNREACHABLE -> logger.warn(peer + " cannot be reached, evictions for it are lost until it answers");
			case UNAUTHORIZED -> logger.warn(peer + " does not accept our signature: compare "
					+ "'perf-starter.coherence.secret' and the clocks of both instances");
			case FORGED -> logger.warn(peer + " answers without a valid signature: compare "
					+ "'perf-starter.coherence.secret', or find out who is registered there");
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
