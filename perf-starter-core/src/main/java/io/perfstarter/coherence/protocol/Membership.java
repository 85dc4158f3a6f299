package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Who the peers are: what discovery said last, without ourselves. Not thread-safe.
 */
final class Membership {

	private final Set<URI> discovered = new LinkedHashSet<>();

	private final Set<URI> own = new HashSet<>();

	/**
	 * Takes a list of discovery; an empty one changes nothing, because a registry that
	 * has lost its memory must not silence us.
	 * @param addresses all instances of the service
	 */
	void discovered(Collection<URI> addresses) {
		if (!addresses.isEmpty()) {
			this.discovered.clear();
			this.discovered.addAll(addresses);
			this.own.retainAll(this.discovered);
		}
	}

	/**
	 * Notes that we ourselves answered at an address.
	 * @param address the address
	 */
	void own(URI address) {
		this.own.add(address);
	}

	Set<URI> peers() {
		Set<URI> peers = new LinkedHashSet<>(this.discovered);
		peers.removeAll(this.own);
		return peers;
	}

}
