package io.perfstarter.coherence;

import java.util.function.Supplier;

import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.serviceregistry.Registration;

/**
 * Where the instances of the service are registered.
 *
 * @param clients gives the discovery clients, at each look for peers
 * @param registrations gives what this instance has registered, if the registry tells
 */
public record Registries(Supplier<? extends Iterable<DiscoveryClient>> clients,
		Supplier<? extends Iterable<Registration>> registrations) {
}
