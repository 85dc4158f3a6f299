package io.perfstarter.sample.fanout;

import java.util.Locale;
import java.util.Map;

import com.netflix.appinfo.DataCenterInfo;
import com.netflix.appinfo.InstanceInfo;
import com.netflix.appinfo.InstanceInfo.InstanceStatus;
import com.netflix.appinfo.LeaseInfo;
import com.netflix.appinfo.MyDataCenterInfo;
import com.netflix.discovery.shared.Application;
import com.netflix.eureka.registry.PeerAwareInstanceRegistry;
import io.perfstarter.sample.registry.RegistryApplication;

import org.springframework.boot.Banner;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A real Eureka server on a free port.
 */
public final class EurekaServer implements AutoCloseable {

	private static final int LEASE_SECONDS = 600;

	private final ConfigurableApplicationContext context;

	private EurekaServer(ConfigurableApplicationContext context) {
		this.context = context;
	}

	public static EurekaServer start() {
		return new EurekaServer(RegistryApplication.builder()
			.bannerMode(Banner.Mode.OFF)
			.run("--server.port=0", "--eureka.dashboard.enabled=false"));
	}

	public String url() {
		return "http://127.0.0.1:%d/eureka/"
			.formatted(((WebServerApplicationContext) this.context).getWebServer().getPort());
	}

	/** Where clients find it, as an argument of theirs. */
	public String argument() {
		return "--eureka.client.service-url.defaultZone=" + url();
	}

	/** An instance that a registry can list, whoever listens at its port. */
	public static InstanceInfo entry(String id, String service, int port) {
		return InstanceInfo.Builder.newBuilder()
			.setInstanceId(id)
			.setAppName(service)
			.setVIPAddress(service)
			.setHostName("127.0.0.1")
			.setIPAddr("127.0.0.1")
			.setPort(port)
			.setStatus(InstanceStatus.UP)
			.setDataCenterInfo(new MyDataCenterInfo(DataCenterInfo.Name.MyOwn))
			.setLeaseInfo(LeaseInfo.Builder.newBuilder().setDurationInSecs(LEASE_SECONDS).build())
			.build();
	}

	/**
	 * The metadata of an instance of the service.
	 * @return the metadata, empty unless it is registered
	 */
	Map<String, String> metadata(String id) {
		Application application = registry().getApplication(Instance.SERVICE.toUpperCase(Locale.ROOT));
		InstanceInfo instance = (application != null) ? application.getByInstanceId(id) : null;
		return (instance != null) ? instance.getMetadata() : Map.of();
	}

	private PeerAwareInstanceRegistry registry() {
		return this.context.getBean(PeerAwareInstanceRegistry.class);
	}

	@Override
	public void close() {
		this.context.close();
	}

}
