package io.perfstarter.peer;

import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.composite.CompositeDiscoveryClient;
import org.springframework.cloud.client.serviceregistry.Registration;
import org.springframework.util.StringUtils;

/**
 * Queries all discovery clients of Spring Cloud for the instances of the service; its
 * composite client would use only the first result. Thread-safe.
 */
public final class RegisteredPeers implements PeerDirectory {

	private static final Log logger = LogFactory.getLog(RegisteredPeers.class);

	private final Supplier<? extends Iterable<DiscoveryClient>> clients;

	private final Supplier<? extends Iterable<Registration>> registrations;

	private final Supplier<String> serviceId;

	private final String path;

	private final Set<DiscoveryClient> failing = ConcurrentHashMap.newKeySet();

	private volatile Map<DiscoveryClient, Collection<RegisteredInstance>> answers = Map.of();

	/**
	 * Creates a directory.
	 * @param clients supplies the discovery clients
	 * @param registrations supplies the registrations of this instance
	 * @param serviceId supplies the name of this service in the registries
	 * @param path the path of the endpoint of each instance, with the context path
	 */
	public RegisteredPeers(Supplier<? extends Iterable<DiscoveryClient>> clients,
			Supplier<? extends Iterable<Registration>> registrations, Supplier<String> serviceId, String path) {
		this.clients = clients;
		this.registrations = registrations;
		this.serviceId = serviceId;
		this.path = path;
	}

	/**
	 * Queries the clients. For a failing client, its last result is used. Of several
	 * clients that list one address, the one with most registrations there counts.
	 */
	@Override
	public List<RegisteredInstance> instances() {
		Map<DiscoveryClient, Collection<RegisteredInstance>> current = new LinkedHashMap<>();
		for (DiscoveryClient client : this.clients.get()) {
			if (!(client instanceof CompositeDiscoveryClient)) {
				current.put(client, ask(client));
			}
		}
		this.answers = current;
		Map<URI, List<RegisteredInstance>> most = new LinkedHashMap<>();
		for (Collection<RegisteredInstance> answer : current.values()) {
			answer.stream()
				.collect(Collectors.groupingBy(RegisteredInstance::address, LinkedHashMap::new,
						Collectors.toUnmodifiableList()))
				.forEach((address, registrations) -> most.merge(address, registrations,
						(one, other) -> (other.size() > one.size()) ? other : one));
		}
		return most.values().stream().flatMap(List::stream).toList();
	}

	private Collection<RegisteredInstance> ask(DiscoveryClient client) {
		try {
			Map<String, RegisteredInstance> instances = new LinkedHashMap<>();
			for (ServiceInstance instance : client.getInstances(this.serviceId.get())) {
				for (URI address : addresses(instance)) {
					String id = StringUtils.hasText(instance.getInstanceId()) ? instance.getInstanceId()
							: address.toString();
					instances.putIfAbsent(address + " " + id, new RegisteredInstance(address, id, null));
				}
			}
			this.failing.remove(client);
			return instances.values();
		}
		catch (RuntimeException ex) {
			if (this.failing.add(client)) {
				logger.warn("Discovery client '%s' failed (%s); its last result is used until it responds again"
					.formatted(client.description(), ex.getClass().getName()));
			}
			logger.debug("Discovery client failed", ex);
			return this.answers.getOrDefault(client, List.of());
		}
	}

	@Override
	public Set<URI> own() {
		Set<URI> own = new LinkedHashSet<>();
		try {
			for (Registration registration : this.registrations.get()) {
				// Without a port, it is not known yet, as that of a web server that has
				// not started.
				if (registration.getPort() != 0) {
					own.addAll(addresses(registration));
				}
			}
		}
		catch (RuntimeException ex) {
			logger.debug("Could not read the address of this instance from its registration", ex);
		}
		return own;
	}

	private List<URI> addresses(ServiceInstance instance) {
		URI uri = instance.getUri();
		if (uri != null && StringUtils.hasText(uri.getHost())) {
			return List.of(uri.resolve(this.path));
		}
		logger.debug("Not a usable address: '%s'".formatted(uri));
		return List.of();
	}

}
