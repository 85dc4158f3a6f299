package io.perfstarter.peer;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * One registration of an instance of this service. Two registrations with the same
 * address are two instances.
 *
 * @param address the address at which the instance receives messages of peers
 * @param id the id of the registration, for log messages; the address if the registration
 * has no id
 * @param incarnation the id that the instance has announced with its registration, a new
 * one at each start; {@code null} if the registry does not carry it
 * @param elsewhere whether this is not the registration of this instance, even if this
 * instance responds at the address, for example behind a proxy
 */
public record RegisteredInstance(URI address, String id, @Nullable String incarnation, boolean elsewhere) {

	/**
	 * Creates a registration that may belong to this instance.
	 * @param address the address at which the instance receives messages of peers
	 * @param id the id of the registration
	 * @param incarnation the id that the instance has announced, or {@code null}
	 */
	public RegisteredInstance(URI address, String id, @Nullable String incarnation) {
		this(address, id, incarnation, false);
	}

}
