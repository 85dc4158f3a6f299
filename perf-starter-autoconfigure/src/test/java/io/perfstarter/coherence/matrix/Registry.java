package io.perfstarter.coherence.matrix;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;

/**
 * Where the instances find each other.
 */
class Registry implements DiscoveryClient {

	private final List<ServiceInstance> instances = new CopyOnWriteArrayList<>();

	void register(int port) {
		this.instances.add(new DefaultServiceInstance("i" + port, "prices", "localhost", port, false));
	}

	void deregister(int port) {
		this.instances.removeIf((instance) -> instance.getPort() == port);
	}

	@Override
	public String description() {
		return "test";
	}

	@Override
	public List<ServiceInstance> getInstances(String serviceId) {
		return this.instances;
	}

	@Override
	public List<String> getServices() {
		return List.of();
	}

}
