package io.perfstarter.coherence;

import java.util.function.Supplier;

import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.serviceregistry.Registration;

/**
 * Access to the service registries.
 *
 * @param clients supplies the discovery clients at each discovery
 * @param registrations supplies the registrations of this instance, if known
 */
public record Registries(Supplier<? extends Iterable<DiscoveryClient>> clients,
		Supplier<? extends Iterable<Registration>> registrations) {
}
