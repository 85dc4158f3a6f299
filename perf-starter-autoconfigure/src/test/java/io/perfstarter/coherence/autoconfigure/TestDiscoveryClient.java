package io.perfstarter.coherence.autoconfigure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.perfstarter.peer.RegisteredPeers;

import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;

/**
 * A registry that knows what it is told.
 */
public class TestDiscoveryClient implements DiscoveryClient {

	final List<String> asked = new CopyOnWriteArrayList<>();

	private final List<ServiceInstance> instances = new CopyOnWriteArrayList<>();

	public void register(int port, boolean secure) {
		this.instances.add(new DefaultServiceInstance("i" + port, "tickets", "localhost", port, secure));
	}

	void register(int port, boolean secure, int listener) {
		register(port, secure);
		this.instances.get(this.instances.size() - 1)
			.getMetadata()
			.put(RegisteredPeers.PORT, Integer.toString(listener));
	}

	public void deregister(int port) {
		this.instances.removeIf((instance) -> instance.getPort() == port);
	}

	void clear() {
		this.instances.clear();
	}

	@Override
	public String description() {
		return "test";
	}

	@Override
	public List<ServiceInstance> getInstances(String serviceId) {
		this.asked.add(serviceId);
		return this.instances;
	}

	@Override
	public List<String> getServices() {
		return List.of();
	}

}
