package io.perfstarter.sample.howto.kubernetes;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.stereotype.Component;

/**
 * Finds the pods of this application: the DNS names of headless services stand for one
 * address for each pod.
 */
// tag::client[]
@Component
class PodsDiscoveryClient implements DiscoveryClient {

	private final String application;

	private final List<String> services;

	private final int port;

	PodsDiscoveryClient(@Value("${spring.application.name}") String application,
			@Value("${pods.services}") List<String> services, @Value("${server.port:8080}") int port) {
		this.application = application;
		this.services = services;
		this.port = port;
	}

	@Override
	public String description() {
		return "pods of " + this.services;
	}

	@Override
	public List<String> getServices() {
		return List.of(this.application);
	}

	@Override
	public List<ServiceInstance> getInstances(String serviceId) {
		List<ServiceInstance> pods = new ArrayList<>();
		if (serviceId.equals(this.application)) {
			this.services.forEach((service) -> addresses(service).forEach(
					(address) -> pods.add(new DefaultServiceInstance(address, serviceId, address, this.port, false))));
		}
		return pods;
	}

	private static List<String> addresses(String service) {
		try {
			List<String> addresses = new ArrayList<>();
			for (InetAddress address : InetAddress.getAllByName(service)) {
				addresses.add(address.getHostAddress());
			}
			return addresses;
		}
		catch (UnknownHostException ex) {
			// The last answer stands.
			throw new IllegalStateException("There is no '%s'".formatted(service), ex);
		}
	}

}
// end::client[]
