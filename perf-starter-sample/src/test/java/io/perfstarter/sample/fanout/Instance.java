package io.perfstarter.sample.fanout;

import java.net.URI;
import java.util.Objects;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.NodeStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * One running instance of the service, on a free port and with a database of its own.
 */
final class Instance implements AutoCloseable {

	static final String SERVICE = "ticket-desk";

	static final String SECRET = "the secret that the instances of the tests share";

	private static final String COHERENCE = "perf.starter.coherence.";

	private final String name;

	private final ConfigurableApplicationContext context;

	private final TicketDesk desk;

	private final MeterRegistry registry;

	private Instance(String name, ConfigurableApplicationContext context) {
		this.name = name;
		this.context = context;
		this.desk = context.getBean(TicketDesk.class);
		this.registry = context.getBean(MeterRegistry.class);
	}

	static Instance start(String name, EurekaServer eureka, String secret, String... more) {
		return new Instance(name,
				new SpringApplicationBuilder(InstanceApplication.class).web(WebApplicationType.SERVLET)
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
							"--perf-starter.secret=" + secret, "--perf-starter.coherence.connect-timeout=250ms",
							// Next to strangers, who are never heard, copies are kept for
							// as long
							// as that.
							"--perf-starter.coherence.max-staleness=60s",
							"--perf-starter.coherence.registry-propagation-delay=0s",
							"--perf-starter.coherence.caches.tickets.time-to-live=10m",
							"--perf-starter.coherence.caches.ticket-search.time-to-live=10m",
							"--perf-starter.coherence.caches.ticket-search.group=#key.lot", "--logging.level.root=warn",
							"--logging.level.io.perfstarter=info", "--logging.level.com.netflix=error"));
	}

	TicketDesk desk() {
		return this.desk;
	}

	URI uri() {
		return URI.create(
				"http://127.0.0.1:%d".formatted(((WebServerApplicationContext) this.context).getWebServer().getPort()));
	}

	boolean holds(String cache, Object key) {
		return cache(cache).get(key) != null;
	}

	void clearCaches() {
		LocalCaches caches = this.context.getBean(LocalCaches.class);
		caches.evict(caches.names().stream().map(Event::all).toList());
	}

	private Cache cache(String name) {
		return Objects.requireNonNull(this.context.getBean(CacheManager.class).getCache(name));
	}

	void rollBack(Runnable action) {
		new TransactionTemplate(this.context.getBean(PlatformTransactionManager.class))
			.executeWithoutResult((transaction) -> {
				action.run();
				transaction.setRollbackOnly();
			});
	}

	/**
	 * Dies as far as peers can see, while the registry goes on listing it.
	 */
	void stopListening() {
		((WebServerApplicationContext) this.context).getWebServer().stop();
	}

	@Nullable NodeStatus status() {
		return this.context.getBean(FanOut.class).status();
	}

	int peers() {
		return (int) this.registry.get(COHERENCE + "peers").gauge().value();
	}

	/**
	 * The number of peers that have responded.
	 */
	long answering() {
		NodeStatus status = status();
		return (status != null) ? status.members().stream().filter((peer) -> peer.origin() != null).count() : 0;
	}

	/**
	 * Whether one of its own messages came back to it.
	 */
	boolean hasRecognizedItself() {
		return this.registry.get(COHERENCE + "received").tag("outcome", "self").counter().count() > 0;
	}

	Growth acked() {
		Timer acknowledged = this.registry.get(COHERENCE + "ack").timer();
		return new Growth(this + "'s acknowledgements", acknowledged::count);
	}

	Growth failed(String reason) {
		return growth(COHERENCE + "failed", "reason", reason);
	}

	Growth received(String outcome) {
		return growth(COHERENCE + "received", "outcome", outcome);
	}

	Growth refused(String reason) {
		return growth(COHERENCE + "refused", "reason", reason);
	}

	Growth toldPeers() {
		return growth("perf.starter.eviction.executions", "strategy", "peers", "outcome", "success");
	}

	private Growth growth(String meter, String... tags) {
		return new Growth("%s's %s %s".formatted(this, meter, String.join(" ", tags)), () -> {
			// The meters of evictions come with the first one.
			if (meter.startsWith(COHERENCE)) {
				this.registry.get(meter).tags(tags).counter();
			}
			return this.registry.find(meter).tags(tags).counters().stream().mapToDouble(Counter::count).sum();
		});
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Override
	public String toString() {
		return this.name;
	}

}
