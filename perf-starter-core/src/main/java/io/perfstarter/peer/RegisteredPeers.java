package io.perfstarter.peer;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

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

	/**
	 * The key of the metadata with the port at which an instance receives messages of
	 * peers, if that is not the port of the application.
	 */
	public static final String PORT = "perf-starter-coherence-port";

	/**
	 * The key of the metadata with an id that is new at each start of the application.
	 */
	public static final String INCARNATION = "perf-starter-incarnation";

	private static final Log logger = LogFactory.getLog(RegisteredPeers.class);

	private final Supplier<? extends Iterable<DiscoveryClient>> clients;

	private final Supplier<? extends Iterable<Registration>> registrations;

	private final Supplier<String> serviceId;

	private final String path;

	private final String scheme;

	private final LastResults<DiscoveryClient, RegisteredInstance> results = new LastResults<>();

	private final Supplier<@Nullable String> incarnation;

	/**
	 * Creates a directory.
	 * @param clients supplies the discovery clients
	 * @param registrations supplies the registrations of this instance
	 * @param serviceId supplies the name of this service in the registries
	 * @param path the path of the endpoint of each instance, with the context path
	 * @param secure whether instances receive messages with HTTPS at a port of their own
	 * @param incarnation supplies the id that this instance announces, {@code null} if it
	 * announces none. The metadata of a {@link Registration} may have it too late
	 */
	public RegisteredPeers(Supplier<? extends Iterable<DiscoveryClient>> clients,
			Supplier<? extends Iterable<Registration>> registrations, Supplier<String> serviceId, String path,
			boolean secure, Supplier<@Nullable String> incarnation) {
		this.clients = clients;
		this.registrations = registrations;
		this.serviceId = serviceId;
		this.path = path;
		this.scheme = secure ? "https" : "http";
		this.incarnation = incarnation;
	}

	/**
	 * Queries the clients. A client that fails counts with its last result. If several
	 * clients list one address, the client with the most registrations there counts.
	 */
	@Override
	public List<RegisteredInstance> instances() {
		Map<DiscoveryClient, List<RegisteredInstance>> current = new LinkedHashMap<>();
		for (DiscoveryClient client : this.clients.get()) {
			if (!(client instanceof CompositeDiscoveryClient)) {
				current.put(client, this.results.ask(client, "Discovery client '%s'".formatted(client.description()),
						() -> registrations(client)));
			}
		}
		this.results.retain(current.keySet());
		Map<URI, List<RegisteredInstance>> most = new LinkedHashMap<>();
		for (List<RegisteredInstance> answer : current.values()) {
			answer.stream()
				.collect(Collectors.groupingBy(RegisteredInstance::address, LinkedHashMap::new,
						Collectors.toUnmodifiableList()))
				.forEach((address, registrations) -> most.merge(address, registrations,
						(one, other) -> (other.size() > one.size()) ? other : one));
		}
		return most.values().stream().flatMap(List::stream).toList();
	}

	private Collection<RegisteredInstance> registrations(DiscoveryClient client) {
		Map<String, RegisteredInstance> instances = new LinkedHashMap<>();
		for (ServiceInstance instance : client.getInstances(this.serviceId.get())) {
			URI address = address(instance);
			if (address != null) {
				String id = StringUtils.hasText(instance.getInstanceId()) ? instance.getInstanceId()
						: address.toString();
				instances.putIfAbsent(address + " " + id,
						new RegisteredInstance(address, id, metadata(instance, INCARNATION)));
			}
		}
		return instances.values();
	}

	@Override
	public Set<URI> own() {
		Set<URI> own = new LinkedHashSet<>();
		try {
			for (Registration registration : this.registrations.get()) {
				add(listener(registration), own);
				// The random port of a web server is not known before its start.
				if (registration.getPort() != 0) {
					add(application(registration), own);
				}
			}
		}
		catch (RuntimeException ex) {
			logger.debug("Could not read the address of this instance from its registration", ex);
		}
		return own;
	}

	@Override
	public @Nullable String incarnation() {
		return this.incarnation.get();
	}

	private static void add(@Nullable URI address, Set<URI> addresses) {
		if (address != null) {
			addresses.add(address);
		}
	}

	private @Nullable URI address(ServiceInstance instance) {
		URI listener = listener(instance);
		return (listener != null) ? listener : application(instance);
	}

	/**
	 * Returns the address of the listener for peers, {@code null} if the instance has
	 * none.
	 */
	private @Nullable URI listener(ServiceInstance instance) {
		String port = metadata(instance, PORT);
		URI application = application(instance);
		if (port == null || application == null) {
			return null;
		}
		try {
			int number = Integer.parseUnsignedInt(port);
			return new URI(this.scheme, null, application.getHost(), number, this.path, null, null);
		}
		catch (NumberFormatException | URISyntaxException ex) {
			logger.debug("Not a usable port in the metadata '%s': '%s'".formatted(PORT, port));
			return null;
		}
	}

	private @Nullable URI application(ServiceInstance instance) {
		URI uri = instance.getUri();
		if (uri != null && StringUtils.hasText(uri.getHost())) {
			return uri.resolve(this.path);
		}
		logger.debug("Not a usable address: '%s'".formatted(uri));
		return null;
	}

	private static @Nullable String metadata(ServiceInstance instance, String key) {
		Map<String, String> metadata = instance.getMetadata();
		String value = (metadata != null) ? metadata.get(key) : null;
		return StringUtils.hasText(value) ? value : null;
	}

}
