package io.perfstarter.bench;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.serviceregistry.Registration;

/**
 * Where the instances of one cluster find each other.
 */
final class Registry implements DiscoveryClient {

	private final List<ServiceInstance> instances = new CopyOnWriteArrayList<>();

	Registration register(int port) {
		Listed listed = new Listed(port);
		this.instances.add(listed);
		return listed;
	}

	@Override
	public String description() {
		return "benchmark";
	}

	@Override
	public List<ServiceInstance> getInstances(String serviceId) {
		return this.instances;
	}

	@Override
	public List<String> getServices() {
		return List.of(Instance.SERVICE);
	}

	/**
	 * What an instance has registered.
	 */
	private static final class Listed extends DefaultServiceInstance implements Registration {

		Listed(int port) {
			super("instance-" + port, Instance.SERVICE, "127.0.0.1", port, false);
		}

	}

}
