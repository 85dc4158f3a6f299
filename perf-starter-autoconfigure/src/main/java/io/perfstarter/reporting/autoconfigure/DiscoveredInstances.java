package io.perfstarter.reporting.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.core.env.Environment;

/**
 * Counts the instances of the service that service discovery lists.
 */
class DiscoveredInstances implements InstanceSource {

	private final ObjectProvider<DiscoveryClient> clients;

	private final String service;

	DiscoveredInstances(ObjectProvider<DiscoveryClient> clients, Environment environment) {
		this.clients = clients;
		this.service = environment.getProperty("spring.application.name", "application");
	}

	/**
	 * Queries service discovery.
	 * @return the number of instances, 0 if discovery lists none
	 */
	@Override
	public int getAsInt() {
		return this.clients.stream().mapToInt((client) -> client.getInstances(this.service).size()).max().orElse(0);
	}

}
