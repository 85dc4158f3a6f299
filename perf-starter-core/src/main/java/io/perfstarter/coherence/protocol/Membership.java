package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Who must be heard: whom discovery lists and who has contacted us, until they say
 * goodbye, or are both silent and no longer listed. Not thread-safe.
 */
final class Membership {

	private static final int DEPARTED = 1_000;

	private final String self;

	private final Pace pace;

	private final Map<URI, PeerLink> links = new LinkedHashMap<>();

	private final Map<String, Heard> heard = new LinkedHashMap<>();

	// Who has said goodbye, so that a late message does not bring him back.
	private final Set<String> departed = new LinkedHashSet<>();

	private Set<URI> listed = Set.of();

	// Since when discovery lists ourselves, so that others can find us.
	private long found = Certificate.NEVER;

	private boolean joining = true;

	Membership(String self, Pace pace) {
		this.self = self;
		this.pace = pace;
	}

	Collection<PeerLink> links() {
		return this.links.values();
	}

	Collection<Heard> heard() {
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
	 * Takes a list of discovery; an empty one changes nothing, because a registry that
	 * has lost its memory must not silence us.
	 * @param addresses all instances of the service, this one among them or not
	 * @param own our own address, if it is known
	 * @return the addresses to which there is no link yet
	 */
	List<URI> list(Collection<URI> addresses, @Nullable URI own, long now) {
		if (addresses.isEmpty()) {
			return List.of();
		}
		if (this.found == Certificate.NEVER && addresses.stream().anyMatch((address) -> isOwn(address, own))) {
			this.found = now;
		}
		if (this.found != Certificate.NEVER && now - this.found >= this.pace.registryPropagationDelay().toNanos()) {
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
	 * Whether an instance that neither we nor it have found yet may exist. The registry
	 * needs time to tell, and only a list taken after that time shows who had no chance
	 * to find us.
	 */
	boolean isJoining() {
		return this.joining;
	}

	boolean isSelf(@Nullable String origin) {
		return this.self.equals(origin);
	}

	@Nullable Heard heard(String origin) {
		return this.heard.get(origin);
	}

	/**
	 * What was heard of who was last at an address.
	 */
	@Nullable Heard heard(PeerLink link) {
		String origin = link.origin();
		return (origin != null) ? heard(origin) : null;
	}

	boolean hasDeparted(String origin) {
		return this.departed.contains(origin);
	}

	/**
	 * What was heard of an origin, from now on if nothing was.
	 * @param origin the id of a peer
	 * @param done the number up to which nothing needs to be done, if it is new
	 */
	Heard hear(String origin, long done, long now) {
		return this.heard.computeIfAbsent(origin, (ignored) -> new Heard(origin, done, now));
	}

	/**
	 * Forgets a peer, which need not be heard any more.
	 * @param origin its id
	 * @param goodbye whether it said so itself
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
	 * Whether a link is to nobody any more, or to a peer that may be taken for dead: it
	 * fails, nobody lists it, and a known peer was silent for long enough to be listed if
	 * it had registered just before it fell silent. That its address was listed says
	 * nothing: that may have been another.
	 */
	boolean isDead(PeerLink link, long now) {
		if (isListed(link) || !link.isFailingFor(this.pace.vacancy().toNanos(), now)) {
			return false;
		}
		if (link.origin() == null || isReachedElsewhere(link)) {
			return true;
		}
		long silence = this.pace.silence().toNanos();
		Heard heard = heard(link);
		return link.isFailingFor(silence, now) && (heard == null || now - heard.lastWord() >= silence);
	}

	private boolean isReachedElsewhere(PeerLink link) {
		return this.links.values()
			.stream()
			.anyMatch((other) -> other != link && !other.isFailing() && Objects.equals(other.origin(), link.origin()));
	}

	/**
	 * Whether a peer that we cannot reach, because it did not say where it listens and is
	 * not listed, may be taken for dead.
	 */
	boolean isDead(Heard heard, long now) {
		return linkTo(heard.origin()) == null && now - heard.lastWord() >= this.pace.silence().toNanos();
	}

	/**
	 * The moment up to which every member was heard.
	 * @param own our own address, which need not answer
	 */
	long heardUpTo(@Nullable URI own) {
		if (this.joining) {
			return Certificate.NEVER;
		}
		long upTo = Certificate.ALWAYS;
		for (Heard peer : this.heard.values()) {
			upTo = Math.min(upTo, peer.upTo());
		}
		for (PeerLink link : this.links.values()) {
			if (isUnheard(link, own)) {
				upTo = Math.min(upTo, link.vacantSince());
			}
		}
		return upTo;
	}

	private boolean isUnheard(PeerLink link, @Nullable URI own) {
		String origin = link.origin();
		return (origin != null) ? !isSelf(origin) && !this.heard.containsKey(origin) : !link.address().equals(own);
	}

}
