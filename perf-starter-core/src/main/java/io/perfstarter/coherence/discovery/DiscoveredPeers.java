package io.perfstarter.coherence.discovery;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.composite.CompositeDiscoveryClient;
import org.springframework.util.StringUtils;

/**
 * Asks every discovery client for the instances of the service, not only the first that
 * answers as Spring Cloud's composite does. Used by one thread.
 */
public final class DiscoveredPeers {

	private static final Log logger = LogFactory.getLog(DiscoveredPeers.class);

	private final Supplier<? extends Iterable<DiscoveryClient>> clients;

	private final String serviceId;

	private final String path;

	private Map<DiscoveryClient, Set<URI>> answers = Map.of();

	/**
	 * Creates a view of the registries.
	 * @param clients gives the clients to ask
	 * @param serviceId the name of this service in the registries
	 * @param path where each instance listens, with the context path
	 */
	public DiscoveredPeers(Supplier<? extends Iterable<DiscoveryClient>> clients, String serviceId, String path) {
		this.clients = clients;
		this.serviceId = serviceId;
		this.path = path;
	}

	/**
	 * Asks now. What a failing client said last stands in for what it does not say.
	 * @return where the instances listen
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
			return addresses;
		}
		catch (RuntimeException ex) {
			logger.debug("Discovery client '%s' failed".formatted(client.description()), ex);
			return this.answers.getOrDefault(client, Set.of());
		}
	}

	private void add(ServiceInstance instance, Set<URI> addresses) {
		URI uri = instance.getUri();
		if (uri != null && StringUtils.hasText(uri.getHost())) {
			addresses.add(uri.resolve(this.path));
		}
		else {
			logger.debug("No address can be made of '%s'".formatted(uri));
		}
	}

}
