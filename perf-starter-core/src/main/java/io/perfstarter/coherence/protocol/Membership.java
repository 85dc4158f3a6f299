package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.perfstarter.peer.RegisteredInstance;
import org.jspecify.annotations.Nullable;

/**
 * The members of the group: instances that service discovery lists or that have contacted
 * this one. A member is removed when it leaves, or when it is silent and no longer
 * listed. The instance that has announced a registration covers it. A registration
 * without an announcement is covered by an instance that responds at its address; several
 * registrations at one address need as many instances. Not thread-safe.
 */
final class Membership {

	private static final int REMEMBERED = 1_000;

	private final String self;

	private final ProtocolTimings timings;

	private final Supplier<Set<URI>> registered;

	private final Map<URI, PeerLink> links = new LinkedHashMap<>();

	private final Map<String, PeerProgress> heard = new LinkedHashMap<>();

	// The peers that have left, so that a late message does not add them again.
	private final Set<String> departed = new LinkedHashSet<>();

	// The peers at whose address another instance responds now, until they are heard
	// again.
	private final Set<String> replaced = new LinkedHashSet<>();

	private Map<URI, List<RegisteredInstance>> listed = Map.of();

	// The time since which service discovery lists this instance.
	private long found = FreshnessWatermark.NEVER;

	private boolean joining = true;

	/**
	 * Creates a membership without other members.
	 * @param self the id of this instance
	 * @param timings the protocol timings
	 * @param registered supplies the addresses that this instance has registered, the
	 * preferred one first, as far as they are known
	 */
	Membership(String self, ProtocolTimings timings, Supplier<Set<URI>> registered) {
		this.self = self;
		this.timings = timings;
		this.registered = registered;
	}

	/**
	 * Returns the registered addresses of this instance. As long as none is known,
	 * returns the addresses at which this instance has reached itself.
	 */
	private Set<URI> ownAddresses() {
		Set<URI> addresses = this.registered.get();
		return !addresses.isEmpty() ? addresses
				: this.links.values()
					.stream()
					.filter(this::hasReachedSelf)
					.map(PeerLink::address)
					.collect(Collectors.toUnmodifiableSet());
	}

	@Nullable URI ownAddress() {
		return ownAddresses().stream().findFirst().orElse(null);
	}

	boolean isOwnAddress(URI address) {
		return ownAddresses().contains(address);
	}

	/**
	 * Returns whether a message was sent to the address of another instance. Then the
	 * response must not count as a response of that instance. Returns {@code false} if
	 * the registry does not list the addresses of this instance.
	 */
	boolean isMisdirected(@Nullable URI recipient) {
		Set<URI> own = this.registered.get();
		return recipient != null && own.stream().anyMatch(this::isListed) && own.stream()
			.noneMatch((address) -> recipient.getRawAuthority().equalsIgnoreCase(address.getRawAuthority()));
	}

	/**
	 * Returns the links that do not lead to this instance.
	 */
	List<PeerLink> peers() {
		return this.links.values()
			.stream()
			.filter((link) -> !isSelf(link) && !(link.origins().isEmpty() && isOwnAddress(link.address())))
			.toList();
	}

	/**
	 * Returns whether only this instance may be at the address of a link.
	 */
	boolean isSelf(PeerLink link) {
		return isSelf(link.origin()) && registeredAt(link) == 1 && !isElsewhere(link.address());
	}

	Collection<PeerLink> links() {
		return this.links.values();
	}

	Collection<PeerProgress> heard() {
		return this.heard.values();
	}

	@Nullable PeerLink link(URI address) {
		return this.links.get(address);
	}

	@Nullable PeerLink linkTo(String origin) {
		for (PeerLink link : this.links.values()) {
			if (link.origins().contains(origin)) {
				return link;
			}
		}
		return null;
	}

	void add(PeerLink link) {
		this.links.put(link.address(), link);
	}

	void remove(PeerLink link) {
		link.close();
		this.links.remove(link.address());
	}

	boolean isListed(PeerLink link) {
		return isListed(link.address());
	}

	boolean isListed(URI address) {
		return this.listed.containsKey(address);
	}

	/**
	 * Returns the number of instances that may be at the address of a link.
	 */
	int registeredAt(PeerLink link) {
		return Math.max(1, instancesAt(link.address()).size());
	}

	private List<RegisteredInstance> instancesAt(URI address) {
		return this.listed.getOrDefault(address, List.of());
	}

	/**
	 * Processes a result of service discovery. An empty result is ignored: a registry
	 * that lost its data must not stop the exchange.
	 * @param instances all instances of the service, with or without this one
	 * @param now the current time
	 * @return the addresses without a link
	 */
	List<URI> list(Collection<RegisteredInstance> instances, long now) {
		// If all instances registered at an address are members or have left, there was
		// no other instance until now.
		this.links.values()
			.stream()
			.filter((link) -> link.origins().isEmpty() && link.vacantSince() != FreshnessWatermark.NEVER
					&& isCovered(link))
			.forEach((link) -> link.vacant(now));
		if (instances.isEmpty()) {
			return List.of();
		}
		this.listed = instances.stream()
			.collect(Collectors.groupingBy(RegisteredInstance::address, LinkedHashMap::new,
					Collectors.toUnmodifiableList()));
		if (this.found == FreshnessWatermark.NEVER && instances.stream().anyMatch(this::mayBeOwn)) {
			this.found = now;
		}
		if (this.found != FreshnessWatermark.NEVER
				&& now - this.found >= this.timings.registryPropagationDelay().toNanos()) {
			this.joining = false;
		}
		return this.listed.keySet().stream().filter((address) -> !this.links.containsKey(address)).toList();
	}

	/**
	 * Returns whether a registration may belong to this instance. A registration that
	 * another instance has announced does not, even at the same address.
	 */
	private boolean mayBeOwn(RegisteredInstance instance) {
		String incarnation = instance.incarnation();
		return (incarnation != null) ? isStartOf(this.self, incarnation) : isReachedAt(instance.address());
	}

	private boolean isReachedAt(URI address) {
		PeerLink link = this.links.get(address);
		return isOwnAddress(address) || (link != null && hasReachedSelf(link));
	}

	/**
	 * Returns whether this instance has responded at an address that may be its own.
	 */
	private boolean hasReachedSelf(PeerLink link) {
		return link.origins().contains(this.self) && !isElsewhere(link.address());
	}

	/**
	 * Returns whether an address does not belong to this instance, although this instance
	 * may respond there, as behind a proxy that also leads to others.
	 */
	private boolean isElsewhere(URI address) {
		return instancesAt(address).stream().anyMatch(RegisteredInstance::elsewhere);
	}

	/**
	 * Returns the links at whose address another instance may be by now.
	 */
	List<PeerLink> uncertain() {
		return this.links.values()
			.stream()
			.filter((link) -> isSelf(link) || !(link.isFailing() || isCovered(link)))
			.toList();
	}

	/**
	 * Removes a silent instance from an address if it has not responded there, or if more
	 * instances have responded there than are registered. Silent means for longer than
	 * the registry takes to list a registration.
	 */
	void forgetSilent(long now) {
		long since = now - this.timings.silence().toNanos();
		this.links.values().forEach((link) -> {
			link.removeSilent(registeredAt(link), since);
			link.removeUnanswered(since);
		});
	}

	/**
	 * Returns the instances of a collection that are peers without an address.
	 */
	List<String> nowhere(Collection<String> origins) {
		return origins.stream().filter((origin) -> !isSelf(origin) && linkTo(origin) == null).toList();
	}

	/**
	 * Returns whether an undiscovered instance may exist. The registry needs time to
	 * propagate registrations, so only a result after that time is complete.
	 */
	boolean isJoining() {
		return this.joining;
	}

	boolean isSelf(@Nullable String origin) {
		return this.self.equals(origin);
	}

	@Nullable PeerProgress heard(String origin) {
		return this.heard.get(origin);
	}

	/**
	 * Returns the progress of the last instance at an address.
	 */
	@Nullable PeerProgress heard(PeerLink link) {
		String origin = link.origin();
		return (origin != null) ? heard(origin) : null;
	}

	boolean hasDeparted(String origin) {
		return this.departed.contains(origin);
	}

	/**
	 * Returns the progress of a peer, created if the peer is new.
	 * @param origin the id of the peer
	 * @param done for a new peer, the sequence number up to which nothing needs to be
	 * applied
	 */
	PeerProgress hear(String origin, long done, long now) {
		this.replaced.remove(origin);
		return this.heard.computeIfAbsent(origin, (ignored) -> new PeerProgress(origin, done, now));
	}

	/**
	 * Removes a peer that has left the group. Removes its address, too, unless another
	 * instance is there or the address is listed.
	 */
	void left(String origin, long now) {
		for (PeerLink link : List.copyOf(this.links.values())) {
			if (link.origins().contains(origin)) {
				link.leave(origin, registeredAt(link) == 1, now);
				if (!isListed(link) && link.origins().isEmpty()) {
					remove(link);
				}
			}
		}
		forget(origin);
		remember(origin, this.departed);
	}

	/**
	 * Removes a peer at whose address another instance responds.
	 */
	void replaced(String origin) {
		forget(origin);
		remember(origin, this.replaced);
	}

	void forget(String origin) {
		this.heard.remove(origin);
	}

	private static void remember(String origin, Set<String> origins) {
		origins.add(origin);
		if (origins.size() > REMEMBERED) {
			origins.remove(origins.iterator().next());
		}
	}

	/**
	 * Returns whether the peer of a link is considered dead: messages fail, service
	 * discovery does not list it, and it was silent for longer than a registration takes
	 * to be listed. A listing of its address in the past does not matter, because another
	 * instance may have had the address.
	 */
	boolean isDead(PeerLink link, long now) {
		if (isListed(link) || !link.isFailingFor(this.timings.vacancy().toNanos(), now)) {
			return false;
		}
		if (link.origin() == null || isReachedElsewhere(link)) {
			return true;
		}
		long silence = this.timings.silence().toNanos();
		PeerProgress heard = heard(link);
		return link.isFailingFor(silence, now) && (heard == null || now - heard.lastWord() >= silence);
	}

	private boolean isReachedElsewhere(PeerLink link) {
		return this.links.values()
			.stream()
			.anyMatch((other) -> other != link && !other.isFailing() && Objects.equals(other.origin(), link.origin()));
	}

	/**
	 * Returns whether a peer with an unknown address is considered dead.
	 */
	boolean isDead(PeerProgress heard, long now) {
		return linkTo(heard.origin()) == null && now - heard.lastWord() >= this.timings.silence().toNanos();
	}

	/**
	 * Returns the time up to which the evictions of every member are applied, for caches
	 * that no peer is changing.
	 */
	long heardUpTo() {
		if (this.joining) {
			return FreshnessWatermark.NEVER;
		}
		long upTo = FreshnessWatermark.ALWAYS;
		for (PeerProgress peer : this.heard.values()) {
			upTo = Math.min(upTo, peer.upTo());
		}
		for (PeerLink link : this.links.values()) {
			if (!isCovered(link)) {
				upTo = Math.min(upTo, link.vacantSince());
			}
		}
		return upTo;
	}

	/**
	 * Returns the addresses at which at least one instance responds, but fewer than are
	 * registered there.
	 * @return the ids of the registrations at each address
	 */
	Map<URI, List<String>> shared() {
		Map<URI, List<String>> shared = new TreeMap<>();
		for (PeerLink link : this.links.values()) {
			if (registeredAt(link) > 1 && !link.origins().isEmpty() && !isCovered(link)) {
				shared.put(link.address(), instancesAt(link.address()).stream().map(RegisteredInstance::id).toList());
			}
		}
		return shared;
	}

	/**
	 * Returns whether each instance that may be at the address of a link is a member, or
	 * has left.
	 */
	private boolean isCovered(PeerLink link) {
		int unnamed = registeredAt(link);
		for (RegisteredInstance instance : instancesAt(link.address())) {
			String incarnation = instance.incarnation();
			if (incarnation != null) {
				if (!isStarted(incarnation) && !isGone(incarnation)) {
					return false;
				}
				unnamed--;
			}
		}
		return unnamed == 0 || unannounced(link) >= unnamed;
	}

	/**
	 * Returns the number of members that respond at the address of a link without having
	 * announced a registration there.
	 */
	private long unannounced(PeerLink link) {
		URI address = link.address();
		boolean own = link.origins().isEmpty() && isOwnAddress(address);
		return (own ? Set.of(this.self) : link.origins()).stream()
			.filter((origin) -> isSelf(origin) ? !isElsewhere(address) : isKnown(origin))
			.filter((origin) -> instancesAt(address).stream()
				.noneMatch((instance) -> isStartOf(origin, instance.incarnation())))
			.count();
	}

	private boolean isStarted(String incarnation) {
		return isKnown(incarnation) || isStartOf(this.self, incarnation)
				|| this.heard.keySet().stream().anyMatch((origin) -> isStartOf(origin, incarnation));
	}

	/**
	 * Returns whether an instance has announced an id. The id of the instance starts with
	 * the announced id: each start of its fan-out appends something else.
	 */
	private static boolean isStartOf(String origin, @Nullable String incarnation) {
		return incarnation != null && (origin.equals(incarnation) || origin.startsWith(incarnation + "."));
	}

	private boolean isGone(String origin) {
		return this.departed.contains(origin) || this.replaced.contains(origin);
	}

	private boolean isKnown(String origin) {
		return isSelf(origin) || this.heard.containsKey(origin);
	}

	/**
	 * Returns the earlier times of the caches that peers are changing.
	 */
	Map<String, Long> behind() {
		Map<String, Long> behind = new HashMap<>();
		for (PeerProgress peer : this.heard.values()) {
			peer.behind().forEach((cache, upTo) -> behind.merge(cache, upTo, Math::min));
		}
		return behind;
	}

}
