package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * This instance among its peers: tells them what is gone here, does what they tell, finds
 * out what it has missed, and states up to when it has missed nothing.
 *
 * <p>
 * Thread-safe: the state, that of the links included, is guarded by the lock of this
 * object, with which neither caches nor the network are called.
 */
public final class CoherenceNode {

	private static final int LOG_ENTRIES = 10_000;

	private static final long LOG_WEIGHT = 4 * 1024 * 1024;

	private final String origin;

	private final Pace pace;

	private final LocalSide local;

	private final Surroundings surroundings;

	private final CoherenceListener listener;

	private final Supplier<@Nullable URI> registered;

	private final EventLog log;

	private final Membership membership;

	// Where we answered ourselves; stands in when nobody knows where we are registered.
	private @Nullable URI seenAt;

	// While nothing is served, the marks of peers are taken as they are.
	private boolean baseline;

	// Until everything is cleared that was loaded during the baseline.
	private boolean bypass;

	private boolean asked;

	private boolean leaving;

	private boolean closed;

	private long confirmedByAll;

	/**
	 * Creates a node, which does nothing until it is started.
	 * @param origin the id of this instance, new at each of its starts
	 * @param pace the times
	 * @param local what is kept true here
	 * @param surroundings what is needed from outside
	 * @param registered where this instance is registered, if that is known
	 * @param listener hears what happens
	 */
	public CoherenceNode(String origin, Pace pace, LocalSide local, Surroundings surroundings,
			Supplier<@Nullable URI> registered, CoherenceListener listener) {
		this.origin = origin;
		this.pace = pace;
		this.local = local;
		this.surroundings = surroundings;
		this.registered = registered;
		this.listener = listener;
		this.log = new EventLog(surroundings.wire(), LOG_ENTRIES, LOG_WEIGHT, listener::overflowed);
		this.membership = new Membership(origin, pace);
	}

	Pace pace() {
		return this.pace;
	}

	/**
	 * Bypasses the caches until the peers that are listed have said how far they are, or
	 * five seconds are over.
	 */
	public void start() {
		synchronized (this) {
			this.baseline = true;
			this.bypass = true;
			recertify();
		}
		this.surroundings.after(Pace.BASELINE, this::endBaseline);
	}

	/**
	 * Tells every peer.
	 * @param events what is gone here, of one transaction
	 */
	public void publish(List<Event> events) {
		if (events.isEmpty()) {
			return;
		}
		List<Event> travelling = travelling(events);
		List<PeerLink> links;
		synchronized (this) {
			this.log.append(travelling, this.surroundings.now());
			links = List.copyOf(this.membership.links());
		}
		links.forEach(PeerLink::offer);
	}

	private List<Event> travelling(List<Event> events) {
		Wire wire = this.surroundings.wire();
		List<Event> travelling = events.stream().map(this::travelling).toList();
		if (JoinedEvents.weight(travelling, wire) <= wire.capacity()) {
			return travelling;
		}
		List<String> caches = travelling.stream().map(Event::cache).distinct().toList();
		caches.forEach(this.listener::overflowed);
		return caches.stream().map(Event::all).toList();
	}

	private Event travelling(Event event) {
		for (Object id : event.ids()) {
			if (this.surroundings.wire().weight(id) == Wire.CANNOT_TRAVEL) {
				this.listener.unencodable(event.cache());
				return Event.all(event.cache());
			}
		}
		return event;
	}

	/**
	 * Takes a list of discovery: greets who is new, forgets who is gone.
	 * @param addresses all instances of the service, this one among them or not
	 */
	public void discovered(Collection<URI> addresses) {
		List<PeerLink> added = new ArrayList<>();
		List<PeerLink> own;
		List<PeerLink> dead;
		List<Heard> lost;
		synchronized (this) {
			if (this.closed) {
				return;
			}
			long now = this.surroundings.now();
			this.asked = true;
			this.membership.list(addresses, ownAddress(), now).forEach((address) -> added.add(link(address)));
			own = this.membership.links().stream().filter(this::isSelf).toList();
			dead = this.membership.links().stream().filter((link) -> this.membership.isDead(link, now)).toList();
			lost = this.membership.heard().stream().filter((peer) -> this.membership.isDead(peer, now)).toList();
			recertify();
		}
		added.forEach(PeerLink::greet);
		// Another instance may have our address by now.
		own.forEach(PeerLink::exchange);
		dead.forEach(this::drop);
		lost.forEach((peer) -> departed(peer.origin()));
		endBaselineIfComplete();
	}

	private PeerLink link(URI address) {
		PeerLink link = new PeerLink(address, this.log.last(), this, this.surroundings, this.listener);
		this.membership.add(link);
		return link;
	}

	/**
	 * Does what a peer tells.
	 * @param message what is gone at the peer
	 * @return what to answer
	 */
	public Answer receive(Message message) {
		if (this.membership.isSelf(message.origin())) {
			this.listener.received(Outcome.SELF);
			return answer(Outcome.SELF, null);
		}
		Heard heard = contacted(message);
		Outcome outcome = (heard != null && isDone(heard, message.batch())) ? Outcome.DUPLICATE
				: evict(message.batch().events());
		if (heard != null) {
			boolean gap;
			synchronized (this) {
				heard.done(message.batch());
				gap = heard.hear(message.mark(), Certificate.NEVER, this.surroundings.now());
				recertify();
			}
			if (message.leaving()) {
				goodbye(heard, message.mark());
			}
			else if (gap) {
				awaitRepair(heard);
			}
		}
		this.listener.received(outcome);
		return answer(outcome, message.pull());
	}

	/**
	 * The pending changes are looked at before the mark: one that is not pending any more
	 * has its number by then, and one that is not pending yet happens after the question.
	 */
	private Answer answer(Outcome outcome, @Nullable Long pull) {
		long pending = this.local.commits().oldestAge();
		synchronized (this) {
			Batch batch = (pull != null) ? this.log.after(pull) : null;
			return new Answer(outcome, this.origin, this.log.last(), pending, batch);
		}
	}

	private synchronized boolean isDone(Heard heard, Batch batch) {
		return batch.upTo() > batch.after() && batch.upTo() <= heard.done();
	}

	private Outcome evict(List<Event> events) {
		Outcome outcome = Outcome.APPLIED;
		LocalCopies copies = this.local.copies();
		for (Event event : events) {
			if (!copies.knows(event.cache())) {
				outcome = Outcome.UNKNOWN_CACHE;
			}
		}
		if (!events.isEmpty()) {
			copies.evict(events);
		}
		return outcome;
	}

	/**
	 * Notes who contacts us, and greets him if that is the first we know of him.
	 * @return what was heard of him; {@code null} if he has said goodbye
	 */
	private @Nullable Heard contacted(Message message) {
		URI address = message.address();
		PeerLink added = null;
		PeerLink doubtful = null;
		Heard heard;
		synchronized (this) {
			if (this.closed || this.membership.hasDeparted(message.origin())) {
				return null;
			}
			heard = this.membership.hear(message.origin(), this.baseline ? message.mark() : 0, this.surroundings.now());
			if (address != null && !address.equals(ownAddress()) && !message.leaving()) {
				PeerLink link = this.membership.link(address);
				if (link == null) {
					added = link(address);
					added.origin(message.origin());
				}
				else if (!message.origin().equals(link.origin())) {
					// Only who answers there is believed to be there.
					doubtful = link;
				}
			}
		}
		if (added != null) {
			added.greet();
		}
		if (doubtful != null) {
			doubtful.exchange();
		}
		return heard;
	}

	private void goodbye(Heard heard, long mark) {
		boolean complete;
		synchronized (this) {
			complete = heard.done() >= mark;
		}
		if (!complete) {
			clear(Clearing.TRUNCATED, heard.origin());
		}
		synchronized (this) {
			long now = this.surroundings.now();
			for (PeerLink link : List.copyOf(this.membership.links())) {
				if (heard.origin().equals(link.origin())) {
					link.vacate(now);
					if (!this.membership.isListed(link)) {
						link.close();
						this.membership.remove(link);
					}
				}
			}
			this.membership.forget(heard.origin(), true);
			recertify();
		}
		this.listener.departed(heard.origin(), true);
	}

	Message messageFor(PeerLink link) {
		Heard heard = this.membership.heard(link);
		Long pull = (heard != null && heard.isGap(this.surroundings.now())) ? heard.done() : null;
		Batch batch = this.log.after(link.confirmed());
		boolean last = this.leaving && batch.upTo() == this.log.last();
		return new Message(this.origin, ownAddress(), batch, this.log.last(), pull, last);
	}

	boolean hasNewsFor(PeerLink link) {
		if (link.origin() == null || isSelf(link)) {
			return false;
		}
		Heard heard = this.membership.heard(link);
		return !link.isIdle(this.log.last(), this.leaving) || (heard != null && heard.isGap(this.surroundings.now()));
	}

	boolean isSelf(PeerLink link) {
		return this.membership.isSelf(link.origin());
	}

	private @Nullable URI ownAddress() {
		URI address = this.registered.get();
		return (address != null) ? address : this.seenAt;
	}

	/**
	 * A peer has answered.
	 * @param asked when the message was sent
	 */
	void answered(PeerLink link, String answering, Message message, long asked, Answer answer) {
		if (isFirstHeardAt(link, answering)) {
			clear(Clearing.UNHEARD, link.address().getRawAuthority());
		}
		String replaced = bind(link, answering);
		if (replaced != null) {
			departed(replaced);
		}
		if (!this.membership.isSelf(answering)) {
			heard(answering, message, asked, answer);
		}
		endBaselineIfComplete();
	}

	/**
	 * Whether somebody answers at an address at which nobody was heard before. He may
	 * have replaced one who was never heard, but has changed things.
	 */
	private synchronized boolean isFirstHeardAt(PeerLink link, String answering) {
		return !this.baseline && link.origin() == null && link.vacantSince() == Certificate.NEVER
				&& !this.membership.isSelf(answering) && !this.membership.hasDeparted(answering)
				&& this.membership.linkTo(answering) == null;
	}

	/**
	 * Notes who is at the address of a link.
	 * @return who was there before and is nowhere else
	 */
	private synchronized @Nullable String bind(PeerLink link, String answering) {
		String before = link.origin();
		if (answering.equals(before)) {
			return null;
		}
		if (this.membership.hasDeparted(answering)) {
			return null;
		}
		link.origin(answering);
		if (this.membership.isSelf(answering)) {
			this.seenAt = link.address();
		}
		boolean gone = before != null && !this.membership.isSelf(before) && this.membership.linkTo(before) == null;
		return gone ? before : null;
	}

	private void heard(String answering, Message message, long asked, Answer answer) {
		Heard heard;
		synchronized (this) {
			if (this.closed || this.membership.hasDeparted(answering)) {
				return;
			}
			heard = this.membership.hear(answering, this.baseline ? answer.mark() : 0, this.surroundings.now());
			acknowledged(message.batch());
		}
		Batch repair = repaired(heard, message.pull(), answer);
		boolean gap;
		synchronized (this) {
			if (repair != null) {
				heard.done(repair);
			}
			gap = heard.hear(answer.mark(), asked - answer.pendingNanos(), this.surroundings.now());
			recertify();
		}
		if (gap) {
			awaitRepair(heard);
		}
	}

	/**
	 * Carries out what was missed, or clears everything if the peer does not know it any
	 * more.
	 * @return what is done by that
	 */
	private @Nullable Batch repaired(Heard heard, @Nullable Long pull, Answer answer) {
		if (pull == null) {
			return null;
		}
		Batch batch = answer.batch();
		if (batch == null || batch.after() > pull) {
			clear(Clearing.TRUNCATED, heard.origin());
			return new Batch(0, answer.mark(), List.of());
		}
		try {
			evict(batch.events());
		}
		catch (RuntimeException ex) {
			// Guarded caches refuse these entries already.
			this.listener.evictionFailed(ex);
		}
		this.listener.repaired(batch.upTo() - batch.after(), heard.origin());
		return batch;
	}

	private void acknowledged(Batch batch) {
		if (batch.upTo() == batch.after()) {
			return;
		}
		long now = this.surroundings.now();
		this.listener.acknowledged(Duration.ofNanos(now - this.log.appendedAt(batch.after() + 1, now)));
		long all = this.membership.links()
			.stream()
			.filter((link) -> link.origin() != null && !isSelf(link))
			.mapToLong(PeerLink::confirmed)
			.min()
			.orElse(0);
		if (all > this.confirmedByAll) {
			this.listener.acknowledgedByAll(Duration.ofNanos(now - this.log.appendedAt(this.confirmedByAll + 1, now)));
			this.confirmedByAll = all;
		}
	}

	private void awaitRepair(Heard heard) {
		this.surroundings.after(Pace.GAP, () -> repair(heard));
	}

	private void repair(Heard heard) {
		PeerLink link;
		synchronized (this) {
			boolean member = this.membership.heard(heard.origin()) == heard;
			if (this.closed || !member || !heard.isGap(this.surroundings.now())) {
				return;
			}
			link = this.membership.linkTo(heard.origin());
		}
		this.listener.gap();
		if (link == null) {
			clearInsteadOfRepair(heard);
		}
		else {
			link.offer();
		}
	}

	private void clearInsteadOfRepair(Heard heard) {
		long mark;
		synchronized (this) {
			mark = heard.mark();
		}
		clear(Clearing.UNREACHABLE, heard.origin());
		synchronized (this) {
			heard.doneUpTo(mark);
			recertify();
		}
	}

	/**
	 * A peer could not be reached by several tries.
	 */
	void failed(PeerLink link) {
		Heard heard;
		boolean gap;
		boolean dead;
		synchronized (this) {
			long now = this.surroundings.now();
			heard = this.membership.heard(link);
			gap = heard != null && heard.isGap(now);
			dead = this.membership.isDead(link, now);
		}
		if (heard != null && gap) {
			clearInsteadOfRepair(heard);
		}
		if (dead) {
			drop(link);
		}
	}

	/**
	 * Forgets an address. Whoever is or was there unheard may have changed things.
	 */
	private void drop(PeerLink link) {
		String before;
		boolean unheard;
		synchronized (this) {
			before = link.origin();
			unheard = link.vacantSince() < this.surroundings.now() - this.pace.maxStaleness().toNanos();
		}
		if (before == null && unheard) {
			clear(Clearing.UNHEARD, link.address().getRawAuthority());
		}
		boolean gone;
		synchronized (this) {
			link.close();
			this.membership.remove(link);
			gone = before != null && this.membership.linkTo(before) == null;
			recertify();
		}
		if (before != null && gone) {
			departed(before);
		}
	}

	/**
	 * A peer is gone without a goodbye. It must be heard until the caches are clear.
	 */
	private void departed(String gone) {
		clear(Clearing.DEPARTURE, gone);
		synchronized (this) {
			this.membership.forget(gone, false);
			recertify();
		}
		this.listener.departed(gone, false);
	}

	private void clear(Clearing reason, String peer) {
		this.listener.cleared(reason, peer);
		clearCopies();
	}

	private void clearCopies() {
		try {
			this.local.copies().clear();
		}
		catch (RuntimeException ex) {
			this.listener.evictionFailed(ex);
		}
	}

	private void endBaselineIfComplete() {
		synchronized (this) {
			if (!this.baseline || !this.asked
					|| !this.membership.links()
						.stream()
						.allMatch((link) -> link.origin() != null || link.address().equals(ownAddress()))) {
				return;
			}
		}
		endBaseline();
	}

	private void endBaseline() {
		synchronized (this) {
			if (!this.baseline) {
				return;
			}
			this.baseline = false;
		}
		// What is being loaded since before the baseline must not be kept.
		clearCopies();
		synchronized (this) {
			this.bypass = false;
			recertify();
		}
	}

	private synchronized void recertify() {
		Certificate certificate = this.local.certificate();
		if (this.bypass || this.leaving || this.closed) {
			certificate.bypass();
		}
		else {
			certificate.heardUpTo(this.membership.heardUpTo(ownAddress()));
		}
	}

	/**
	 * Says goodbye to every peer, after what there is to tell, and bypasses the caches
	 * from now on.
	 */
	public void leave() {
		List<PeerLink> links;
		synchronized (this) {
			this.leaving = true;
			recertify();
			links = List.copyOf(this.membership.links());
		}
		links.forEach(PeerLink::exchange);
	}

	/**
	 * Whether nothing waits or is under way to any peer that has ever answered.
	 * @return whether there is nothing to send
	 */
	public synchronized boolean isIdle() {
		return this.membership.links()
			.stream()
			.allMatch((link) -> link.origin() == null || isSelf(link) || link.isIdle(this.log.last(), this.leaving));
	}

	/**
	 * The number of peers.
	 * @return the number of peers
	 */
	public synchronized int peers() {
		return (int) this.membership.links().stream().filter((link) -> !isOwn(link)).count();
	}

	private boolean isOwn(PeerLink link) {
		return isSelf(link) || (link.origin() == null && link.address().equals(ownAddress()));
	}

	/**
	 * What is known at the moment.
	 * @return the state
	 */
	public synchronized NodeStatus status() {
		long now = this.surroundings.now();
		List<NodeStatus.Member> members = new ArrayList<>();
		for (PeerLink link : this.membership.links()) {
			if (!isOwn(link)) {
				members.add(NodeStatus.Member.of(link.address(), link.last(), this.membership.heard(link), now));
			}
		}
		for (Heard heard : this.membership.heard()) {
			if (this.membership.linkTo(heard.origin()) == null) {
				members.add(NodeStatus.Member.of(null, null, heard, now));
			}
		}
		return new NodeStatus(this.origin, ownAddress(), this.log.last(), mode(now),
				age(this.local.certificate().heardUpTo(), now), this.pace.maxStaleness(), List.copyOf(members));
	}

	private Mode mode(long now) {
		Certificate certificate = this.local.certificate();
		if (certificate.isBypass()) {
			return Mode.BYPASS;
		}
		if (!certificate.isExpired()) {
			return Mode.CERTIFIED;
		}
		return this.membership.isJoining() ? Mode.JOINING : Mode.UNCERTIFIED;
	}

	static @Nullable Duration age(long moment, long now) {
		if (moment == Certificate.ALWAYS) {
			return Duration.ZERO;
		}
		return (moment <= Certificate.NOTHING) ? null : Duration.ofNanos(now - moment);
	}

	/**
	 * Forgets what waits and tells nobody anything more.
	 */
	public synchronized void close() {
		this.closed = true;
		this.membership.links().forEach(PeerLink::close);
		recertify();
	}

}
