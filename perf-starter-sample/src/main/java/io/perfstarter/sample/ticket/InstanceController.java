package io.perfstarter.sample.ticket;

import java.util.List;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns the instances of the ticket-service that this instance has discovered.
 */
@RestController
class InstanceController {

	private final DiscoveryClient discoveryClient;

	private final String service;

	InstanceController(DiscoveryClient discoveryClient, @Value("${spring.application.name}") String service) {
		this.discoveryClient = discoveryClient;
		this.service = service;
	}

	@GetMapping("/instances")
	List<String> instances() {
		return this.discoveryClient.getInstances(this.service)
			.stream()
			.map((instance) -> instance.getUri().toString())
			.sorted()
			.toList();
	}

}
