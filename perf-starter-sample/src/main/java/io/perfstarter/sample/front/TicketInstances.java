package io.perfstarter.sample.front;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.server.ResponseStatusException;

/**
 * Provides the registered instances of the ticket-service by port.
 */
@Component
class TicketInstances {

	private static final Duration SOON = Duration.ofSeconds(1);

	private final DiscoveryClient discoveryClient;

	private final RestClient restClient;

	private final RestClient soonClient;

	TicketInstances(DiscoveryClient discoveryClient, RestClient.Builder builder,
			ClientHttpRequestFactoryBuilder<?> requestFactoryBuilder, HttpClientSettings settings) {
		this.discoveryClient = discoveryClient;
		this.restClient = builder.build();
		this.soonClient = builder.requestFactory(requestFactoryBuilder.build(settings.withReadTimeout(SOON))).build();
	}

	List<Integer> ports() {
		return instances().stream().map(ServiceInstance::getPort).sorted().toList();
	}

	/** Returns the port of the next instance, the same one if there is no other. */
	int after(int port) {
		List<Integer> ports = ports();
		return ports.get((ports.indexOf(port) + 1) % ports.size());
	}

	TicketClient at(int port) {
		return new TicketClient(this.restClient, uri(port).toString());
	}

	/** Returns a client with a short read timeout. */
	TicketClient soon(int port) {
		return new TicketClient(this.soonClient, uri(port).toString());
	}

	URI uri(int port) {
		return instances().stream()
			.filter((instance) -> instance.getPort() == port)
			.findFirst()
			.map(ServiceInstance::getUri)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no instance " + port));
	}

	private List<ServiceInstance> instances() {
		return this.discoveryClient.getInstances("ticket-service");
	}

}
