package io.perfstarter.coherence.discovery;

import java.net.URI;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.composite.CompositeDiscoveryClient;
import org.springframework.cloud.client.serviceregistry.Registration;
import org.springframework.util.StringUtils;

/**
 * Queries all discovery clients for the instances of the service; Spring Cloud's
 * composite client would use only the first result. Not thread-safe.
 */
public final class DiscoveredPeers {

	private static final Log logger = LogFactory.getLog(DiscoveredPeers.class);

	private final Supplier<? extends Iterable<DiscoveryClient>> clients;

	private final Supplier<? extends Iterable<Registration>> registrations;

	private final String serviceId;

	private final String path;

	private final Set<DiscoveryClient> failing = new HashSet<>();

	private Map<DiscoveryClient, Set<URI>> answers = Map.of();

	/**
	 * Creates a view of the registries.
	 * @param clients supplies the discovery clients
	 * @param registrations supplies the registrations of this instance
	 * @param serviceId the name of this service in the registries
	 * @param path the endpoint path of each instance, with the context path
	 */
	public DiscoveredPeers(Supplier<? extends Iterable<DiscoveryClient>> clients,
			Supplier<? extends Iterable<Registration>> registrations, String serviceId, String path) {
		this.clients = clients;
		this.registrations = registrations;
		this.serviceId = serviceId;
		this.path = path;
	}

	/**
	 * Queries the clients. For a failing client, its last result is used.
	 * @return the addresses of the instances
	 */
	public Set<URI> addresses() {
		Map<DiscoveryClient, Set<URI>> current = new LinkedHashMap<>();
		for (DiscoveryClient client : this.clients.get()) {
			if (!(client instanceof CompositeDiscoveryClient)) {
				current.put(client, ask(client));
			}
		}
		this.answers = current;
		Set<URI> addresses = new LinkedHashSet<>();
		current.values().forEach(addresses::addAll);
		return addresses;
	}

	private Set<URI> ask(DiscoveryClient client) {
		try {
			Set<URI> addresses = new LinkedHashSet<>();
			List<ServiceInstance> instances = client.getInstances(this.serviceId);
			instances.forEach((instance) -> add(instance, addresses));
			this.failing.remove(client);
			return addresses;
		}
		catch (RuntimeException ex) {
			if (this.failing.add(client)) {
				logger.warn("Discovery client '%s' failed (%s); its last result is used until it responds again"
					.formatted(client.description(), ex.getClass().getName()));
			}
			logger.debug("Discovery client failed", ex);
			return this.answers.getOrDefault(client, Set.of());
		}
	}

	/**
	 * Returns the address that this instance has registered.
	 * @return the address, {@code null} if it is not known
	 */
	public @Nullable URI own() {
		Set<URI> own = new LinkedHashSet<>();
		try {
			this.registrations.get().forEach((registration) -> add(registration, own));
		}
		catch (RuntimeException ex) {
			logger.debug("Could not read the address of this instance from its registration", ex);
		}
		return own.stream().findFirst().orElse(null);
	}

	private void add(ServiceInstance instance, Set<URI> addresses) {
		URI uri = instance.getUri();
		if (uri != null && StringUtils.hasText(uri.getHost())) {
			addresses.add(uri.resolve(this.path));
		}
		else {
			logger.debug("Not a usable address: '%s'".formatted(uri));
		}
	}

}
