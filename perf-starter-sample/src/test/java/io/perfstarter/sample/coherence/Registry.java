package io.perfstarter.sample.coherence;

import java.util.Locale;
import java.util.stream.Collectors;

import com.netflix.eureka.registry.PeerAwareInstanceRegistry;
import io.perfstarter.sample.fanout.EurekaServer;
import io.perfstarter.sample.registry.RegistryApplication;

import org.springframework.boot.Banner;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The Eureka server of the sample, which can be gone for a while and comes back empty.
 */
final class Registry implements AutoCloseable {

	private static final String SERVICE = "ticket-service";

	private final int port;

	private ConfigurableApplicationContext context;

	Registry(int port) {
		this.port = port;
		start();
	}

	void start() {
		this.context = RegistryApplication.builder()
			.bannerMode(Banner.Mode.OFF)
			.run("--server.port=" + this.port, "--eureka.dashboard.enabled=false",
					"--eureka.server.eviction-interval-timer-in-ms=1000");
	}

	void stop() {
		this.context.close();
	}

	String url() {
		return "http://127.0.0.1:%d/eureka/".formatted(this.port);
	}

	/**
	 * Registers an instance that died without the registry's noticing.
	 * @param deadPort a port where nobody listens
	 */
	void addDead(int deadPort) {
		registry().register(EurekaServer.entry(id(deadPort), SERVICE, deadPort), false);
	}

	void removeDead(int deadPort) {
		registry().cancel(SERVICE.toUpperCase(Locale.ROOT), id(deadPort), false);
	}

	private static String id(int deadPort) {
		return "dead-" + deadPort;
	}

	private PeerAwareInstanceRegistry registry() {
		return this.context.getBean(PeerAwareInstanceRegistry.class);
	}

	@Override
	public String toString() {
		return registry().getSortedApplications()
			.stream()
			.flatMap((application) -> application.getInstances().stream())
			.map((instance) -> "%s %s at %d".formatted(instance.getId(), instance.getStatus(), instance.getPort()))
			.collect(Collectors.joining(", "));
	}

	@Override
	public void close() {
		stop();
	}

}
