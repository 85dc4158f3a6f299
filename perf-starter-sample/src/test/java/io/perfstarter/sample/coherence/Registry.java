package io.perfstarter.sample.coherence;

import java.util.Locale;
import java.util.stream.Collectors;

import com.netflix.appinfo.DataCenterInfo;
import com.netflix.appinfo.InstanceInfo;
import com.netflix.appinfo.InstanceInfo.InstanceStatus;
import com.netflix.appinfo.LeaseInfo;
import com.netflix.appinfo.MyDataCenterInfo;
import com.netflix.eureka.registry.PeerAwareInstanceRegistry;
import io.perfstarter.sample.registry.RegistryApplication;

import org.springframework.boot.Banner;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The Eureka server of the sample, which can be gone for a while and comes back empty.
 */
final class Registry implements AutoCloseable {

	private static final String SERVICE = "ticket-service";

	private static final int LEASE_SECONDS = 600;

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
		registry().register(InstanceInfo.Builder.newBuilder()
			.setInstanceId(id(deadPort))
			.setAppName(SERVICE)
			.setVIPAddress(SERVICE)
			.setHostName("127.0.0.1")
			.setIPAddr("127.0.0.1")
			.setPort(deadPort)
			.setStatus(InstanceStatus.UP)
			.setDataCenterInfo(new MyDataCenterInfo(DataCenterInfo.Name.MyOwn))
			.setLeaseInfo(LeaseInfo.Builder.newBuilder().setDurationInSecs(LEASE_SECONDS).build())
			.build(), false);
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
