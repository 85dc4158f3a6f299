package io.perfstarter.bench;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.FanOutSettings;
import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.CacheGuard;
import io.perfstarter.coherence.guard.CacheSettings;
import io.perfstarter.coherence.guard.CacheSurroundings;
import io.perfstarter.coherence.guard.GuardedCacheManager;
import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.protocol.ProtocolTimings;
import io.perfstarter.peer.HttpPeerSettings;
import io.perfstarter.peer.HttpPeerTransport;
import io.perfstarter.peer.PeerEndpointFilter;
import io.perfstarter.peer.RegisteredPeers;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.cache.Cache;
import org.springframework.cloud.client.serviceregistry.Registration;

/**
 * One instance of the service as it is in an application, less the application: a web
 * server, a cache and a fan-out.
 */
final class Instance implements AutoCloseable {

	static final String SERVICE = "tickets";

	static final String CACHE = "tickets";

	private static final String PATH = FanOutSettings.endpointPath("");

	final BareEndpoint bare = new BareEndpoint();

	final Traffic traffic = new Traffic();

	final NotedCopies copies;

	private final HttpPeerTransport transport;

	final FanOut fanOut;

	final int port;

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final GuardedCacheManager caches;

	private final WebServer server;

	Instance(Registry registry) {
		FreshnessWatermark watermark = new FreshnessWatermark(Duration.ofSeconds(15), System::nanoTime);
		this.caches = new GuardedCacheManager(Map.of(CACHE, new CacheSettings(10_000, Duration.ofHours(1), null)),
				new CacheGuard(watermark, (loadedAt) -> loadedAt, System::nanoTime, new CacheSurroundings(() -> null,
						new TransactionAccount(() -> true, System::nanoTime, () -> null), () -> null, () -> null)));
		this.copies = new NotedCopies(new LocalCaches(() -> List.of(this.caches)));
		FanOutSettings settings = new FanOutSettings(SERVICE, Duration.ofSeconds(10),
				new ProtocolTimings(Duration.ofSeconds(15), Duration.ZERO));
		HttpPeerSettings http = new HttpPeerSettings("a secret of thirty-two characters", PATH, Duration.ofMillis(500),
				Duration.ofSeconds(2), null, null);
		this.transport = new HttpPeerTransport(() -> http);
		this.server = server();
		this.server.start();
		this.port = this.server.getPort();
		Registration registration = registry.register(this.port);
		this.fanOut = new FanOut(() -> settings, this.transport,
				new RegisteredPeers(() -> List.of(registry), () -> List.of(registration), () -> SERVICE, PATH, false,
						() -> null),
				new LocalSide(this.copies, watermark, new PendingCommits(System::nanoTime, watermark)), this.meters);
	}

	private WebServer server() {
		TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(0);
		factory.addContextValves(this.traffic);
		return factory.getWebServer(filters());
	}

	private ServletContextInitializer filters() {
		return (context) -> {
			// In an application, Spring's; without any, no filter is asked.
			context.addServlet("application", new HttpServlet() {
			}).addMapping("/");
			context.addFilter("peers", new PeerEndpointFilter(PATH, this.transport::endpoint))
				.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
			context.addFilter("bare", this.bare)
				.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, BareEndpoint.PATH);
		};
	}

	Cache cache() {
		Cache cache = this.caches.getCache(CACHE);
		if (cache == null) {
			throw new IllegalStateException("There is no cache");
		}
		return cache;
	}

	/**
	 * Caches some keys, and notes each that is evicted, once.
	 * @param keys the number of keys, which begin with zero
	 * @param arrivals learns of each eviction
	 */
	void note(int keys, Arrivals arrivals) {
		for (int key = 0; key < keys; key++) {
			cache().put(key, "ticket");
		}
		Set<Object> present = ConcurrentHashMap.newKeySet();
		IntStream.range(0, keys).forEach(present::add);
		this.copies.evicted = (events) -> events.stream()
			.flatMap((event) -> event.ids().stream())
			.filter(present::remove)
			.forEach((key) -> arrivals.arrived((Integer) key));
	}

	/**
	 * What follows a commit.
	 */
	void evict(Object key) {
		List<Event> events = List.of(Event.keys(CACHE, List.of(key)));
		this.copies.evict(events);
		this.fanOut.publish(events);
	}

	boolean isSettled(int peers) {
		NodeStatus status = this.fanOut.status();
		return status != null && status.mode() == Mode.CERTIFIED && status.members().size() == peers;
	}

	/**
	 * Whether everything that another instance told so far was done here.
	 */
	boolean hasCaughtUpWith(Instance other) {
		NodeStatus told = other.fanOut.status();
		NodeStatus here = this.fanOut.status();
		return told != null && here != null
				&& here.members()
					.stream()
					.anyMatch((member) -> told.origin().equals(member.origin()) && member.done() >= told.mark());
	}

	/**
	 * The sum of the counters of one name.
	 */
	long count(String counter) {
		return (long) this.meters.find("perf.starter.coherence." + counter)
			.counters()
			.stream()
			.mapToDouble(Counter::count)
			.sum();
	}

	@Override
	public void close() {
		this.fanOut.close();
		this.server.stop();
		this.server.destroy();
	}

}
