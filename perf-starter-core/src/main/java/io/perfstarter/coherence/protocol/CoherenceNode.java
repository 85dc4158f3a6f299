package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

/**
 * This instance among its peers: tells them what is gone here, and does what they tell.
 */
public final class CoherenceNode {

	private static final int RECENT_MESSAGES = 100_000;

	private static final Duration RECENT = Duration.ofSeconds(60);

	private final String origin;

	private final LocalCopies copies;

	private final Wire wire;

	private final PeerNetwork network;

	private final Timer timer;

	private final RandomGenerator random;

	private final CoherenceListener listener;

	private final RecentIds received;

	private final AtomicLong messages = new AtomicLong();

	// Guarded by this, as are changes of the links and closed.
	private final Membership membership = new Membership();

	private volatile Map<URI, PeerLink> links = Map.of();

	private boolean closed;

	public CoherenceNode(String origin, LocalCopies copies, Wire wire, PeerNetwork network, Timer timer,
			LongSupplier clock, RandomGenerator random, CoherenceListener listener) {
		this.origin = origin;
		this.copies = copies;
		this.wire = wire;
		this.network = network;
		this.timer = timer;
		this.random = random;
		this.listener = listener;
		this.received = new RecentIds(RECENT_MESSAGES, RECENT, clock);
	}

	/**
	 * Tells every peer.
	 * @param event what is gone here
	 */
	public void publish(Event event) {
		Event travelling = travelling(event);
		this.links.values().forEach((link) -> link.offer(travelling));
	}

	private Event travelling(Event event) {
		for (Object id : event.ids()) {
			int weight = this.wire.weight(id);
			if (weight == Wire.CANNOT_TRAVEL || weight > this.wire.capacity() / 2) {
				this.listener.unencodable(event.cache());
				return Event.all(event.cache());
			}
		}
		return event;
	}

	/**
	 * Does what a peer tells, once. A message that failed may be sent again.
	 * @param message what is gone at the peer
	 * @return what to answer
	 */
	public Answer receive(Message message) {
		Outcome outcome = apply(message);
		this.listener.received(outcome);
		return new Answer(outcome, this.origin);
	}

	private Outcome apply(Message message) {
		if (isOrigin(message.origin())) {
			return Outcome.SELF;
		}
		String id = message.origin() + '/' + message.id();
		if (this.received.contains(id)) {
			return Outcome.DUPLICATE;
		}
		Outcome outcome = evict(message.events());
		// Only now, because to answer "duplicate" is to say that it was done. Without
		// room a retry evicts twice, which does no harm.
		this.received.add(id);
		return outcome;
	}

	private Outcome evict(List<Event> events) {
		Outcome outcome = Outcome.APPLIED;
		RuntimeException failure = null;
		for (Event event : events) {
			try {
				if (this.copies.knows(event.cache())) {
					this.copies.evict(event);
				}
				else {
					outcome = Outcome.UNKNOWN_CACHE;
				}
			}
			catch (RuntimeException ex) {
				failure = ex;
			}
		}
		if (failure != null) {
			throw failure;
		}
		return outcome;
	}

	/**
	 * Takes a list of discovery: greets who is new, forgets who is gone.
	 * @param addresses all instances of the service, this one among them or not
	 */
	public void discovered(Collection<URI> addresses) {
		List<PeerLink> added;
		synchronized (this) {
			this.membership.discovered(addresses);
			added = relink();
		}
		added.forEach(PeerLink::greet);
	}

	synchronized void own(URI address) {
		this.membership.own(address);
		relink();
	}

	private List<PeerLink> relink() {
		List<PeerLink> added = new ArrayList<>();
		Map<URI, PeerLink> gone = new LinkedHashMap<>(this.links);
		Map<URI, PeerLink> current = new LinkedHashMap<>();
		for (URI address : this.closed ? Set.<URI>of() : this.membership.peers()) {
			PeerLink link = gone.remove(address);
			if (link == null) {
				link = new PeerLink(address, this, this.wire, this.network, this.timer, this.random, this.listener);
				added.add(link);
			}
			current.put(address, link);
		}
		this.links = current;
		gone.values().forEach(PeerLink::close);
		return added;
	}

	Message message(List<Event> events) {
		return new Message(this.origin, this.messages.incrementAndGet(), events);
	}

	boolean isOrigin(@Nullable String origin) {
		return this.origin.equals(origin);
	}

	/**
	 * The number of peers.
	 * @return the number of peers
	 */
	public int peers() {
		return this.links.size();
	}

	/**
	 * Whether nothing waits or is under way to any peer.
	 * @return whether there is nothing to send
	 */
	public boolean isIdle() {
		return this.links.values().stream().allMatch(PeerLink::isIdle);
	}

	/**
	 * Forgets what waits and tells nobody anything more.
	 */
	public synchronized void close() {
		this.closed = true;
		relink();
	}

}
