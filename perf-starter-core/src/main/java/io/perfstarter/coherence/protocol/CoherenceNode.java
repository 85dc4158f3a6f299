package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The local node of the eviction protocol: sends local evictions to the peers, applies
 * theirs, detects and recovers missed ones, and maintains the freshness watermark.
 *
 * <p>
 * Thread-safe: the state, including that of the links, is guarded by the lock of this
 * object, which is never held during calls to caches or the network.
 */
public final class CoherenceNode {

	private static final int LOG_ENTRIES = 10_000;

	private static final long LOG_WEIGHT = 4 * 1024 * 1024;

	private final String origin;

	private final ProtocolTimings timings;

	private final LocalSide local;

	private final Surroundings surroundings;

	private final CoherenceListener listener;

	private final Supplier<@Nullable URI> registered;

	private final EventLog log;

	private final Membership membership;

	// The address at which this instance reached itself; used if its registered address
	// is not known.
	private @Nullable URI seenAt;

	// While nothing is served, the watermarks of peers are adopted without applying their
	// evictions.
	private boolean baseline;

	// Until the entries that were loaded during the startup are cleared.
	private boolean bypass;

	private boolean asked;

	private boolean leaving;

	private boolean closed;

	private long confirmedByAll;

	/**
	 * Creates a node, which is inactive until it is started.
	 * @param origin the id of this incarnation of the instance
	 * @param timings the protocol timings
	 * @param local the local caches and pending changes
	 * @param surroundings the environment
	 * @param registered supplies the registered address of this instance, if known
	 * @param listener receives the events of the node
	 */
	public CoherenceNode(String origin, ProtocolTimings timings, LocalSide local, Surroundings surroundings,
			Supplier<@Nullable URI> registered, CoherenceListener listener) {
		this.origin = origin;
		this.timings = timings;
		this.local = local;
		this.surroundings = surroundings;
		this.registered = registered;
		this.listener = listener;
		this.log = new EventLog(surroundings.wire(), LOG_ENTRIES, LOG_WEIGHT, listener::overflowed);
		this.membership = new Membership(origin, timings);
	}

	ProtocolTimings timings() {
		return this.timings;
	}

	/**
	 * Bypasses the caches until all listed peers have sent their high watermark, for at
	 * most five seconds.
	 */
	public void start() {
		synchronized (this) {
			this.baseline = true;
			this.bypass = true;
			recertify();
		}
		this.surroundings.after(ProtocolTimings.BASELINE, this::endBaseline);
	}

	/**
	 * Sends evictions to every peer.
	 * @param events the local evictions of one transaction
	 * @return {@code false} if nothing is sent, because the node is closed
	 */
	public boolean publish(List<Event> events) {
		if (events.isEmpty()) {
			return true;
		}
		List<Event> travelling = travelling(events);
		List<PeerLink> links;
		synchronized (this) {
			if (this.closed) {
				return false;
			}
			this.log.append(travelling, this.surroundings.now());
			links = List.copyOf(this.membership.links());
		}
		links.forEach(PeerLink::offer);
		return true;
	}

	/**
	 * Returns the message that sends evictions after the goodbye. A peer applies it
	 * without adding this instance to the group again.
	 * @param events the local evictions of one transaction
	 * @return the message
	 */
	public Message lateMessage(List<Event> events) {
		List<Event> travelling = travelling(events);
		synchronized (this) {
			long last = this.log.append(travelling, this.surroundings.now());
			return new Message(this.origin, ownAddress(), this.log.after(last - 1), last, null, true);
		}
	}

	/**
	 * Returns the addresses of the peers, except those at which an instance has left the
	 * group and no other has responded.
	 * @return the addresses
	 */
	public synchronized List<URI> addresses() {
		return this.membership.links()
			.stream()
			.filter((link) -> !isOwn(link) && (link.origin() != null || link.vacantSince() == FreshnessWatermark.NEVER))
			.map(PeerLink::address)
			.toList();
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
	 * Processes a result of service discovery: contacts new peers and removes old ones.
	 * @param addresses all instances of the service, with or without this one
	 */
	public void discovered(Collection<URI> addresses) {
		List<PeerLink> added = new ArrayList<>();
		List<PeerLink> own;
		List<PeerLink> dead;
		List<PeerProgress> lost;
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
		// Another instance may have the address of this one by now.
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
	 * Applies a message of a peer.
	 * @param message the message
	 * @return the response
	 */
	public Answer receive(Message message) {
		if (this.membership.isSelf(message.origin())) {
			this.listener.received(Outcome.SELF);
			return answer(Outcome.SELF, null);
		}
		PeerProgress heard = contacted(message);
		Outcome outcome = (heard != null && isDone(heard, message.batch())) ? Outcome.DUPLICATE
				: evict(message.batch().events());
		if (heard != null) {
			boolean gap;
			synchronized (this) {
				heard.done(message.batch());
				gap = heard.hear(message.mark(), FreshnessWatermark.NEVER, PendingAges.NONE, this.surroundings.now());
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
	 * Reads the pending changes before the high watermark: a change that is no longer
	 * pending has its sequence number by then, and one that is not yet pending happens
	 * after the request.
	 */
	private Answer answer(Outcome outcome, @Nullable Long pull) {
		PendingAges pending = this.local.commits().ages().bounded(this.surroundings.wire());
		synchronized (this) {
			Batch batch = (pull != null) ? this.log.after(pull) : null;
			return new Answer(outcome, this.origin, this.log.last(), pending, batch);
		}
	}

	private synchronized boolean isDone(PeerProgress heard, Batch batch) {
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
	 * Records contact from a peer, and contacts it if it is new.
	 * @return the progress of the peer, {@code null} if it has left the group
	 */
	private @Nullable PeerProgress contacted(Message message) {
		URI address = message.address();
		PeerLink added = null;
		PeerLink doubtful = null;
		PeerProgress heard;
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
					// An address is trusted only after a peer responded there.
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

	private void goodbye(PeerProgress heard, long mark) {
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
		PeerProgress heard = this.membership.heard(link);
		Long pull = (heard != null && heard.isGap(this.surroundings.now())) ? heard.done() : null;
		Batch batch = this.log.after(link.confirmed());
		boolean last = this.leaving && batch.upTo() == this.log.last();
		return new Message(this.origin, ownAddress(), batch, this.log.last(), pull, last);
	}

	boolean hasNewsFor(PeerLink link) {
		if (link.origin() == null || isSelf(link)) {
			return false;
		}
		PeerProgress heard = this.membership.heard(link);
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
	 * Processes the response of a peer.
	 * @param asked the time at which the message was sent
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
	 * Returns whether an instance responds at an address without earlier contact. It may
	 * have replaced an unknown instance that changed data.
	 */
	private synchronized boolean isFirstHeardAt(PeerLink link, String answering) {
		return !this.baseline && link.origin() == null && link.vacantSince() == FreshnessWatermark.NEVER
				&& !this.membership.isSelf(answering) && !this.membership.hasDeparted(answering)
				&& this.membership.linkTo(answering) == null;
	}

	/**
	 * Records the instance at the address of a link.
	 * @return the previous instance, if it is not at another address
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
		PeerProgress heard;
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
			gap = heard.hear(answer.mark(), asked, answer.pending(), this.surroundings.now());
			recertify();
		}
		if (gap) {
			awaitRepair(heard);
		}
	}

	/**
	 * Applies missed evictions, or clears all caches if the log of the peer no longer
	 * contains them.
	 * @return the applied evictions
	 */
	private @Nullable Batch repaired(PeerProgress heard, @Nullable Long pull, Answer answer) {
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
			// Guarded caches already reject these entries.
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

	private void awaitRepair(PeerProgress heard) {
		this.surroundings.after(ProtocolTimings.GAP, () -> repair(heard));
	}

	private void repair(PeerProgress heard) {
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

	private void clearInsteadOfRepair(PeerProgress heard) {
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
	 * Called when several attempts to reach a peer failed.
	 */
	void failed(PeerLink link) {
		PeerProgress heard;
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
	 * Removes an address. Clears the caches if an instance without contact may have been
	 * there.
	 */
	private void drop(PeerLink link) {
		String before;
		boolean unheard;
		synchronized (this) {
			before = link.origin();
			unheard = link.vacantSince() < this.surroundings.now() - this.timings.maxStaleness().toNanos();
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
	 * Removes a peer that stopped without leaving the group. It counts for the watermark
	 * until the caches are cleared.
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
		// Values whose load started before the end of the startup must not be cached.
		clearCopies();
		synchronized (this) {
			this.bypass = false;
			recertify();
		}
	}

	private synchronized void recertify() {
		FreshnessWatermark watermark = this.local.watermark();
		if (this.bypass || this.leaving || this.closed) {
			watermark.bypass();
		}
		else {
			watermark.heardUpTo(this.membership.heardUpTo(ownAddress()), this.membership.behind());
		}
	}

	/**
	 * Leaves the group: sends pending evictions and the leave notice to every peer, and
	 * bypasses the caches from now on.
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
	 * Returns whether no message is pending or in flight to a peer that has ever
	 * responded.
	 * @return whether there is nothing to send
	 */
	public synchronized boolean isIdle() {
		return this.membership.links()
			.stream()
			.allMatch((link) -> link.origin() == null || isSelf(link) || link.isIdle(this.log.last(), this.leaving));
	}

	/**
	 * Returns the number of peers.
	 * @return the number of peers
	 */
	public synchronized int peers() {
		return (int) this.membership.links().stream().filter((link) -> !isOwn(link)).count();
	}

	private boolean isOwn(PeerLink link) {
		return isSelf(link) || (link.origin() == null && link.address().equals(ownAddress()));
	}

	/**
	 * Returns the current state.
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
		for (PeerProgress heard : this.membership.heard()) {
			if (this.membership.linkTo(heard.origin()) == null) {
				members.add(NodeStatus.Member.of(null, null, heard, now));
			}
		}
		return new NodeStatus(this.origin, ownAddress(), this.log.last(), mode(),
				age(this.local.watermark().upTo(), now), behind(now), this.timings.maxStaleness(),
				List.copyOf(members));
	}

	private Map<String, Duration> behind(long now) {
		Map<String, Duration> behind = new TreeMap<>();
		this.local.watermark().behind().forEach((cache, upTo) -> {
			Duration age = age(upTo, now);
			if (age != null) {
				behind.put(cache, age);
			}
		});
		return Collections.unmodifiableMap(behind);
	}

	private Mode mode() {
		FreshnessWatermark watermark = this.local.watermark();
		if (watermark.isBypass()) {
			return Mode.BYPASS;
		}
		if (!watermark.isExpired()) {
			return Mode.CERTIFIED;
		}
		return this.membership.isJoining() ? Mode.JOINING : Mode.UNCERTIFIED;
	}

	static @Nullable Duration age(long moment, long now) {
		if (moment == FreshnessWatermark.ALWAYS) {
			return Duration.ZERO;
		}
		return (moment <= FreshnessWatermark.NOTHING) ? null : Duration.ofNanos(now - moment);
	}

	/**
	 * Discards pending messages and sends no more.
	 */
	public synchronized void close() {
		this.closed = true;
		this.membership.links().forEach(PeerLink::close);
		recertify();
	}

}
