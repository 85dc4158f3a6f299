package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.util.Collection;
import java.util.List;

import io.perfstarter.peer.RegisteredInstance;

/**
 * Registrations that announce nothing but their address.
 */
public final class Registered {

	private Registered() {
	}

	public static List<RegisteredInstance> at(URI... addresses) {
		return at(List.of(addresses));
	}

	public static List<RegisteredInstance> at(Collection<URI> addresses) {
		return addresses.stream().map((address) -> new RegisteredInstance(address, address.toString(), null)).toList();
	}

}
