package io.perfstarter.sample.fanout;

import java.util.Objects;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.protocol.NodeStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * One running instance of the service, on a free port and with a database of its own.
 */
final class Instance implements AutoCloseable {

	static final String SERVICE = "ticket-desk";

	static final String SECRET = "the secret that the instances of the tests share";

	private final ConfigurableApplicationContext context;

	private Instance(ConfigurableApplicationContext context) {
		this.context = context;
	}

	static Instance start(String name, EurekaServer eureka, String... more) {
		return new Instance(new SpringApplicationBuilder(InstanceApplication.class).web(WebApplicationType.SERVLET)
			.bannerMode(Banner.Mode.OFF)
			.properties(more)
			.run("--spring.config.name=of-no-file", "--spring.application.name=" + SERVICE,
					"--spring.cloud.loadbalancer.enabled=false", "--spring.freemarker.enabled=false",
					"--server.address=127.0.0.1", "--server.port=0", "--server.shutdown=immediate",
					"--eureka.client.jersey.enabled=false", eureka.argument(),
					"--eureka.client.registry-fetch-interval-seconds=1",
					// A client that shuts down waits for the next one, up to 3 s.
					"--eureka.client.instance-info-replication-interval-seconds=1",
					"--eureka.instance.hostname=127.0.0.1", "--eureka.instance.instance-id=" + name,
					"--perf-starter.secret=" + SECRET, "--perf-starter.coherence.max-staleness=60s",
					"--perf-starter.coherence.registry-propagation-delay=0s",
					"--perf-starter.coherence.caches.tickets.time-to-live=10m", "--logging.level.root=warn",
					"--logging.level.io.perfstarter=info", "--logging.level.com.netflix=error"));
	}

	TicketDesk desk() {
		return this.context.getBean(TicketDesk.class);
	}

	int port() {
		return ((WebServerApplicationContext) this.context).getWebServer().getPort();
	}

	boolean holds(String cache, Object key) {
		return Objects.requireNonNull(this.context.getBean(CacheManager.class).getCache(cache)).get(key) != null;
	}

	@Nullable NodeStatus status() {
		return this.context.getBean(FanOut.class).status();
	}

	@Override
	public void close() {
		this.context.close();
	}

}
