package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.perfstarter.peer.RegisteredInstance;
import org.jspecify.annotations.Nullable;

/**
 * The local node of the eviction protocol: sends local evictions to the peers, applies
 * and recovers evictions of peers, and maintains the freshness watermark.
 *
 * <p>
 * Thread-safe: the lock of this object guards its state and the state of the links. It is
 * never held during calls to caches or the network.
 */
public final class CoherenceNode {

	private static final int LOG_ENTRIES = 10_000;

	private static final long LOG_WEIGHT = 4 * 1024 * 1024;

	private final String origin;

	private final ProtocolTimings timings;

	private final LocalSide local;

	private final PeerNetwork network;

	private final Wire wire;

	private final Surroundings surroundings;

	private final CoherenceListener listener;

	private final EventLog log;

	private final Membership membership;

	// From the start until all listed peers have answered, for a limited time. Meanwhile
	// entries are served by their own age only, and this node adopts the high watermarks
	// of peers without applying their evictions.
	private boolean baseline;

	// Whether service discovery has given a list.
	private boolean listed;

	// The time since which peers can reach this instance.
	private long listeningSince = FreshnessWatermark.NEVER;

	private boolean leaving;

	private boolean closed;

	private long confirmedByAll;

	/**
	 * Creates a node, which is inactive until it is started.
	 * @param origin the id of this incarnation of the instance
	 * @param timings the protocol timings
	 * @param local the local caches and pending changes
	 * @param network sends messages
	 * @param wire the payload limits
	 * @param surroundings the environment
	 * @param registered supplies the addresses that this instance has registered, the
	 * preferred one first, as far as they are known
	 * @param listener receives the events of the node
	 */
	public CoherenceNode(String origin, ProtocolTimings timings, LocalSide local, PeerNetwork network, Wire wire,
			Surroundings surroundings, Supplier<Set<URI>> registered, CoherenceListener listener) {
		this.origin = origin;
		this.timings = timings;
		this.local = local;
		this.network = network;
		this.wire = wire;
		this.surroundings = surroundings;
		this.listener = listener;
		this.log = new EventLog(wire, LOG_ENTRIES, LOG_WEIGHT);
		this.membership = new Membership(origin, timings, registered);
	}

	ProtocolTimings timings() {
		return this.timings;
	}

	PeerNetwork network() {
		return this.network;
	}

	/**
	 * Serves entries by their own age only until all listed peers have sent their high
	 * watermark, for at most five seconds.
	 */
	public void start() {
		this.local.commits().leaving(false);
		synchronized (this) {
			this.baseline = true;
			recertify();
		}
		this.surroundings.after(ProtocolTimings.BASELINE, this::endBaseline);
	}

	/**
	 * Records that peers can reach this instance from now on.
	 */
	public synchronized void listening() {
		this.listeningSince = this.surroundings.now();
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

	private List<Event> travelling(List<Event> events) {
		return JoinedEvents.fitting(events, this.wire, this.listener);
	}

	/**
	 * Returns a message that sends evictions after the leave notice. A peer applies it
	 * without adding this instance to the group again.
	 * @param events the local evictions of one transaction
	 * @return the message
	 */
	public Message lateMessage(List<Event> events) {
		List<Event> travelling = travelling(events);
		synchronized (this) {
			long last = this.log.append(travelling, this.surroundings.now());
			return new Message(this.origin, null, this.membership.ownAddress(), this.log.after(last - 1), last, null,
					true);
		}
	}

	/**
	 * Returns the addresses of the peers, except those at which an instance has left the
	 * group and no other has responded.
	 * @return the addresses
	 */
	public synchronized List<URI> addresses() {
		return this.membership.peers()
			.stream()
			.filter((link) -> !link.origins().isEmpty() || link.vacantSince() == FreshnessWatermark.NEVER)
			.map(PeerLink::address)
			.toList();
	}

	/**
	 * Processes a result of service discovery: contacts new peers and removes old ones.
	 * @param instances all instances of the service, with or without this one
	 */
	public void discovered(Collection<RegisteredInstance> instances) {
		List<PeerLink> added = new ArrayList<>();
		List<PeerLink> uncertain;
		List<PeerLink> dead;
		List<PeerProgress> lost;
		synchronized (this) {
			if (this.closed) {
				return;
			}
			long now = this.surroundings.now();
			this.listed = true;
			Set<URI> unheard = this.membership.shared().keySet();
			List<URI> unknown = this.membership.list(instances, now);
			uncertain = this.membership.uncertain();
			unknown.forEach((address) -> added.add(link(address)));
			unheard.removeAll(this.membership.shared().keySet());
			unheard.forEach((address) -> missed(Missed.UNHEARD, address.getRawAuthority(), now));
			dead = this.membership.links().stream().filter((link) -> this.membership.isDead(link, now)).toList();
			this.membership.forgetSilent(now);
			lost = this.membership.heard().stream().filter((peer) -> this.membership.isDead(peer, now)).toList();
			recertify();
		}
		added.forEach(PeerLink::greet);
		uncertain.forEach(PeerLink::exchange);
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
		if (isMisdirected(message.recipient())) {
			return Answer.of(MessageOutcome.MISDIRECTED);
		}
		if (this.membership.isSelf(message.origin())) {
			return answer(MessageOutcome.SELF, null);
		}
		PeerProgress progress = contacted(message);
		MessageOutcome outcome = (progress != null && isDone(progress, message.batch())) ? MessageOutcome.DUPLICATE
				: evict(message.batch().events());
		if (progress != null) {
			boolean gap;
			synchronized (this) {
				long now = this.surroundings.now();
				if (outcome != null && progress.done(message.batch(), now)) {
					recertify();
				}
				gap = progress.hear(message.mark(), FreshnessWatermark.NEVER, PendingAges.NONE, now);
			}
			if (message.lastDoubts() != null) {
				goodbye(progress, message.mark(), message.lastDoubts());
			}
			else if (gap) {
				awaitRepair(progress);
			}
		}
		// The peer is not to blame for a failure here, and needs an answer.
		return answer((outcome != null) ? outcome : MessageOutcome.APPLIED, message.pull());
	}

	private synchronized boolean isMisdirected(@Nullable URI recipient) {
		return this.membership.isMisdirected(recipient);
	}

	/**
	 * Reads the pending changes before the high watermark. A change that has ended before
	 * has its sequence number. A change that begins later happens after the request.
	 */
	private Answer answer(MessageOutcome outcome, @Nullable Long pull) {
		PendingAges pending = this.local.commits().ages().bounded(this.wire);
		synchronized (this) {
			Batch batch = (pull != null) ? this.log.after(pull) : null;
			long age = (this.listeningSince != FreshnessWatermark.NEVER) ? this.surroundings.now() - this.listeningSince
					: 0;
			return new Answer(outcome, this.origin, age, this.log.last(), pending, batch);
		}
	}

	private synchronized boolean isDone(PeerProgress progress, Batch batch) {
		return batch.upTo() > batch.after() && batch.upTo() <= progress.done();
	}

	/**
	 * Evicts from the caches that this instance has; it creates no other cache.
	 * @return {@code null} if a cache has failed; guarded caches already reject the
	 * entries
	 */
	private @Nullable MessageOutcome evict(List<Event> events) {
		LocalCopies copies = this.local.copies();
		List<Event> known = events.stream().filter((event) -> copies.knows(event.cache())).toList();
		try {
			if (!known.isEmpty()) {
				copies.evict(known);
			}
		}
		catch (RuntimeException ex) {
			this.listener.evictionFailed(ex);
			return null;
		}
		return (known.size() == events.size()) ? MessageOutcome.APPLIED : MessageOutcome.UNKNOWN_CACHE;
	}

	/**
	 * Records contact from a peer, and contacts it if it is new.
	 * @return the progress of the peer, {@code null} if it has left the group
	 */
	private @Nullable PeerProgress contacted(Message message) {
		URI address = message.address();
		PeerLink added = null;
		PeerLink uncertain = null;
		PeerProgress progress;
		synchronized (this) {
			if (this.closed || this.membership.hasDeparted(message.origin())) {
				return null;
			}
			progress = this.membership.hear(message.origin(), this.baseline ? message.mark() : 0,
					this.surroundings.now());
			if (address != null && !this.membership.isOwnAddress(address) && !message.leaving()) {
				PeerLink link = this.membership.link(address);
				if (link == null) {
					added = link(address);
					added.origin(message.origin(), this.surroundings.now());
				}
				else if (!link.origins().contains(message.origin())) {
					// An address is trusted only after a peer responded there.
					link.claim(message.origin(), this.surroundings.now());
					uncertain = link;
				}
			}
			if (progress.upTo() == FreshnessWatermark.NEVER) {
				// The peer may be new.
				recertify();
			}
		}
		if (added != null) {
			added.greet();
		}
		if (uncertain != null) {
			uncertain.exchange();
		}
		return progress;
	}

	private void goodbye(PeerProgress progress, long mark, Map<String, Long> doubts) {
		synchronized (this) {
			long now = this.surroundings.now();
			doubt(doubts, now);
			if (progress.done() < mark) {
				missed(Missed.GOODBYE, progress.origin(), now);
			}
			this.membership.left(progress.origin(), now);
			recertify();
		}
		this.listener.departed(progress.origin(), true);
	}

	private void doubt(Map<String, Long> ages, long now) {
		ages.forEach((cache, age) -> this.local.watermark().doubted(cache, now - Math.max(age, 0)));
	}

	// The links call this method and the next two under the lock of this object.
	Message messageFor(PeerLink link) {
		PeerProgress progress = this.membership.heard(link);
		Long pull = (progress != null && progress.isGap(this.surroundings.now())) ? progress.done() : null;
		Batch batch = this.log.after(link.confirmed());
		boolean last = this.leaving && batch.upTo() == this.log.last();
		return new Message(this.origin, link.address(), this.membership.ownAddress(), batch, this.log.last(), pull,
				last ? this.local.commits().ages().bounded(this.wire).doubts() : null);
	}

	boolean hasNewsFor(PeerLink link) {
		if (link.origins().isEmpty() || isSelf(link)) {
			return false;
		}
		PeerProgress progress = this.membership.heard(link);
		return !link.isIdle(this.log.last(), this.leaving)
				|| (progress != null && progress.isGap(this.surroundings.now()));
	}

	boolean isSelf(PeerLink link) {
		return this.membership.isSelf(link);
	}

	/**
	 * Processes the response of a peer.
	 * @param asked the time at which the message was sent
	 */
	void answered(PeerLink link, String answering, Message message, long asked, Answer answer) {
		List<String> departed = bind(link, answering, asked, answer.age());
		departed.forEach((origin) -> this.listener.departed(origin, false));
		if (this.membership.isSelf(answering)) {
			recertify();
		}
		else {
			apply(answering, message, asked, answer);
		}
		endBaselineIfComplete();
	}

	/**
	 * Records which instance has responded at the address of a link. If more instances
	 * were there than are registered, removes those that are silent since the responding
	 * one began to listen. An instance that is removed, or was there before the first
	 * response, may have changed data until then.
	 * @param asked the time of the request
	 * @param age how long the responding instance has listened, zero if not known
	 * @return the instances that it has replaced and that are at no other address
	 */
	private synchronized List<String> bind(PeerLink link, String answering, long asked, long age) {
		if (this.membership.hasDeparted(answering)) {
			return List.of();
		}
		boolean first = link.origins().isEmpty() && link.vacantSince() == FreshnessWatermark.NEVER;
		long now = this.surroundings.now();
		long listeningSince = (age > 0) ? now - age : now;
		link.origin(answering, asked);
		if (!this.membership.isSelf(answering) && first && !this.baseline && link.since() < listeningSince) {
			missed(Missed.UNHEARD, link.address().getRawAuthority(), listeningSince);
		}
		int registered = this.membership.registeredAt(link);
		long since = Math.min(listeningSince, asked - 1);
		List<String> replaced = new ArrayList<>(link.removeSilent(registered, since));
		if (registered == 1) {
			// A live instance repeats its claim to this address with each message.
			link.removeUnanswered(Math.min(since, now - this.timings.vacancy().toNanos()))
				.stream()
				.filter((origin) -> this.membership.heard(origin) != null)
				.forEach(replaced::add);
		}
		List<String> gone = this.membership.nowhere(replaced);
		for (String origin : gone) {
			missed(Missed.DEPARTURE, origin, listeningSince);
			this.membership.replaced(origin);
		}
		return gone;
	}

	private void apply(String answering, Message message, long asked, Answer answer) {
		PeerProgress progress;
		synchronized (this) {
			if (this.closed || this.membership.hasDeparted(answering)) {
				return;
			}
			long now = this.surroundings.now();
			progress = this.membership.hear(answering, this.baseline ? answer.mark() : 0, now);
			if (progress.isAhead(answer.mark(), asked)) {
				missed(Missed.IMPLAUSIBLE, answering, now);
				progress.startAgain(answer.mark(), now);
			}
			acknowledged(message.batch());
		}
		Batch repair = repaired(progress, message.pull(), answer);
		boolean gap;
		synchronized (this) {
			long now = this.surroundings.now();
			if (repair != null) {
				progress.done(repair, now);
			}
			doubt(answer.pending().doubts(), now);
			gap = progress.hear(answer.mark(), asked, answer.pending(), now);
			recertify();
		}
		if (gap) {
			awaitRepair(progress);
		}
	}

	/**
	 * Applies missed evictions.
	 * @return the events that count as applied, {@code null} if none were requested
	 */
	private @Nullable Batch repaired(PeerProgress progress, @Nullable Long pull, Answer answer) {
		if (pull == null) {
			return null;
		}
		Batch batch = answer.batch();
		if (batch == null || batch.after() > pull) {
			synchronized (this) {
				missed(Missed.TRUNCATED, progress.origin(), this.surroundings.now());
			}
			return new Batch(0, answer.mark(), List.of());
		}
		evict(batch.events());
		this.listener.repaired(batch.upTo() - batch.after(), progress.origin());
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
			.filter((link) -> !link.origins().isEmpty() && !isSelf(link))
			.mapToLong(PeerLink::confirmed)
			.min()
			.orElse(0);
		if (all > this.confirmedByAll) {
			this.listener.acknowledgedByAll(Duration.ofNanos(now - this.log.appendedAt(this.confirmedByAll + 1, now)));
			this.confirmedByAll = all;
		}
	}

	private void awaitRepair(PeerProgress progress) {
		this.surroundings.after(ProtocolTimings.GAP, () -> repair(progress));
	}

	private void repair(PeerProgress progress) {
		PeerLink link;
		synchronized (this) {
			boolean member = this.membership.heard(progress.origin()) == progress;
			if (this.closed || !member || !progress.isGap(this.surroundings.now())) {
				return;
			}
			link = this.membership.linkTo(progress.origin());
		}
		this.listener.gap();
		// Without contact nothing is lost: the watermark waits for the repair.
		if (link != null) {
			link.offer();
		}
	}

	/**
	 * Called when several attempts to reach a peer failed.
	 */
	void failed(PeerLink link) {
		boolean dead;
		synchronized (this) {
			dead = this.membership.isDead(link, this.surroundings.now());
		}
		if (dead) {
			drop(link);
		}
	}

	/**
	 * Removes an address. An instance that has never answered there may have run and
	 * changed data.
	 */
	private void drop(PeerLink link) {
		List<String> gone;
		synchronized (this) {
			long now = this.surroundings.now();
			if (link.origins().isEmpty() && link.vacantSince() < now - this.timings.maxStaleness().toNanos()) {
				missed(Missed.UNHEARD, link.address().getRawAuthority(), now);
			}
			this.membership.remove(link);
			gone = this.membership.nowhere(link.origins());
			recertify();
		}
		gone.forEach(this::departed);
	}

	/**
	 * Removes a peer that stopped without leaving the group.
	 */
	private void departed(String gone) {
		synchronized (this) {
			missed(Missed.DEPARTURE, gone, this.surroundings.now());
			this.membership.forget(gone);
			recertify();
		}
		this.listener.departed(gone, false);
	}

	/**
	 * Records missed evictions, under the lock of this object and before the watermark
	 * advances. While this instance joins, it does not report an unheard peer, because it
	 * serves only young entries anyway.
	 */
	private void missed(Missed reason, String peer, long upTo) {
		this.local.watermark().missedUpTo(upTo);
		if (reason != Missed.UNHEARD || !this.membership.isJoining()) {
			this.surroundings.after(Duration.ZERO, () -> this.listener.missed(reason, peer));
		}
	}

	private void endBaselineIfComplete() {
		synchronized (this) {
			if (!this.baseline || !this.listed || !this.membership.links()
				.stream()
				.allMatch((link) -> !link.origins().isEmpty() || this.membership.isOwnAddress(link.address()))) {
				return;
			}
		}
		endBaseline();
	}

	private synchronized void endBaseline() {
		if (this.baseline) {
			this.local.watermark().missedUpTo(this.surroundings.now());
			this.baseline = false;
			recertify();
		}
	}

	private synchronized void recertify() {
		FreshnessWatermark watermark = this.local.watermark();
		if (this.leaving || this.closed) {
			watermark.bypass();
		}
		else if (this.baseline) {
			watermark.awaitPeers();
		}
		else {
			watermark.heardUpTo(this.membership.heardUpTo(), this.membership.behind());
		}
	}

	/**
	 * Leaves the group: sends pending evictions and the leave notice to every peer, and
	 * bypasses the caches from now on.
	 */
	public void leave() {
		this.local.commits().leaving(true);
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
	synchronized boolean isIdle() {
		return this.membership.links()
			.stream()
			.allMatch((link) -> link.origins().isEmpty() || isSelf(link) || link.isIdle(this.log.last(), this.leaving));
	}

	/**
	 * Returns the number of peers.
	 * @return the number of peers
	 */
	public synchronized int peers() {
		return this.membership.peers().size();
	}

	/**
	 * Returns the current state.
	 * @return the state
	 */
	public synchronized NodeStatus status() {
		long now = this.surroundings.now();
		List<NodeStatus.Member> members = new ArrayList<>();
		for (PeerLink link : this.membership.peers()) {
			members.add(NodeStatus.Member.of(link.address(), link.last(), this.membership.heard(link), now));
		}
		for (PeerProgress progress : this.membership.heard()) {
			if (this.membership.linkTo(progress.origin()) == null) {
				members.add(NodeStatus.Member.of(null, null, progress, now));
			}
		}
		return new NodeStatus(this.origin, this.membership.ownAddress(), this.log.last(), mode(),
				age(this.local.watermark().upTo(), now), this.local.watermark().agesBehind(), this.membership.shared(),
				this.timings.maxStaleness(), List.copyOf(members));
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
	 * Closes this node if there is nothing to send. Both under one lock, so that no
	 * eviction is lost.
	 * @return whether it is closed
	 */
	public synchronized boolean closeIfIdle() {
		if (isIdle()) {
			close();
		}
		return this.closed;
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
