package io.perfstarter.peer;

import java.net.URI;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Lists the instances of this service. Thread-safe.
 */
public interface PeerDirectory {

	/**
	 * Looks up the instances. This may block.
	 * @return all registrations, with or without this instance; two instances at one
	 * address are two registrations
	 */
	List<RegisteredInstance> instances();

	/**
	 * Returns the addresses at which this instance itself is registered.
	 * @return the addresses; empty if they are not known
	 */
	Set<URI> own();

	/**
	 * Returns the id that this instance announces with its registration. It is known
	 * before the registration.
	 * @return the id; {@code null} if there is none
	 */
	default @Nullable String incarnation() {
		return null;
	}

}
