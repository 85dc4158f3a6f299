package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The members of the group: instances that service discovery lists or that have contacted
 * this one, until they leave, or are both silent and no longer listed. Not thread-safe.
 */
final class Membership {

	private static final int DEPARTED = 1_000;

	private final String self;

	private final ProtocolTimings timings;

	private final Map<URI, PeerLink> links = new LinkedHashMap<>();

	private final Map<String, PeerProgress> heard = new LinkedHashMap<>();

	// The peers that have left, so that a late message does not add them again.
	private final Set<String> departed = new LinkedHashSet<>();

	private Set<URI> listed = Set.of();

	// The time since which service discovery lists this instance.
	private long found = FreshnessWatermark.NEVER;

	private boolean joining = true;

	Membership(String self, ProtocolTimings timings) {
		this.self = self;
		this.timings = timings;
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
			if (origin.equals(link.origin())) {
				return link;
			}
		}
		return null;
	}

	void add(PeerLink link) {
		this.links.put(link.address(), link);
	}

	void remove(PeerLink link) {
		this.links.remove(link.address());
	}

	boolean isListed(PeerLink link) {
		return this.listed.contains(link.address());
	}

	/**
	 * Processes a result of service discovery. An empty one is ignored, because a
	 * registry that lost its data must not stop the exchange.
	 * @param addresses all instances of the service, with or without this one
	 * @param own the address of this instance, if known
	 * @return the addresses without a link
	 */
	List<URI> list(Collection<URI> addresses, @Nullable URI own, long now) {
		if (addresses.isEmpty()) {
			return List.of();
		}
		if (this.found == FreshnessWatermark.NEVER && addresses.stream().anyMatch((address) -> isOwn(address, own))) {
			this.found = now;
		}
		if (this.found != FreshnessWatermark.NEVER
				&& now - this.found >= this.timings.registryPropagationDelay().toNanos()) {
			this.joining = false;
		}
		this.listed = Set.copyOf(addresses);
		List<URI> unknown = new ArrayList<>();
		for (URI address : new LinkedHashSet<>(addresses)) {
			if (!this.links.containsKey(address)) {
				unknown.add(address);
			}
		}
		return unknown;
	}

	private boolean isOwn(URI address, @Nullable URI own) {
		PeerLink link = this.links.get(address);
		return address.equals(own) || (link != null && isSelf(link.origin()));
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
	 * @param done the sequence number up to which nothing needs to be applied, if it is
	 * new
	 */
	PeerProgress hear(String origin, long done, long now) {
		return this.heard.computeIfAbsent(origin, (ignored) -> new PeerProgress(origin, done, now));
	}

	/**
	 * Removes a peer.
	 * @param origin its id
	 * @param goodbye whether it left the group itself
	 */
	void forget(String origin, boolean goodbye) {
		this.heard.remove(origin);
		if (goodbye) {
			this.departed.add(origin);
			if (this.departed.size() > DEPARTED) {
				this.departed.remove(this.departed.iterator().next());
			}
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
	 * @param own the address of this instance, which is not counted
	 */
	long heardUpTo(@Nullable URI own) {
		if (this.joining) {
			return FreshnessWatermark.NEVER;
		}
		long upTo = FreshnessWatermark.ALWAYS;
		for (PeerProgress peer : this.heard.values()) {
			upTo = Math.min(upTo, peer.upTo());
		}
		for (PeerLink link : this.links.values()) {
			if (isUnheard(link, own)) {
				upTo = Math.min(upTo, link.vacantSince());
			}
		}
		return upTo;
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

	private boolean isUnheard(PeerLink link, @Nullable URI own) {
		String origin = link.origin();
		return (origin != null) ? !isSelf(origin) && !this.heard.containsKey(origin) : !link.address().equals(own);
	}

}
