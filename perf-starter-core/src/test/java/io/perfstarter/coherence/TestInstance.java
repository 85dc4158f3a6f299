package io.perfstarter.coherence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.protocol.ProtocolTimings;
import io.perfstarter.coherence.protocol.RecordingCopies;
import io.perfstarter.peer.HttpPeerSettings;
import io.perfstarter.peer.HttpPeerTransport;
import io.perfstarter.peer.PeerDirectory;
import io.perfstarter.peer.PeerEndpointFilter;
import io.perfstarter.peer.RegisteredPeers;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;

import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.serviceregistry.Registration;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/**
 * An instance of a service with a real HTTP server, and a fan-out that knows the
 * instances of a shared list.
 */
final class TestInstance extends RecordingCopies implements DiscoveryClient, AutoCloseable {

	static final String SECRET = "a secret of thirty-two characters";

	static final String PATH = FanOutSettings.endpointPath("app");

	static final Duration READ_TIMEOUT = Duration.ofSeconds(2);

	static final ProtocolTimings TIMINGS = new ProtocolTimings(Duration.ofSeconds(15), Duration.ofMillis(500));

	final List<MockHttpServletRequest> requests = new CopyOnWriteArrayList<>();

	final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	final HttpPeerTransport transport;

	final FanOut fanOut;

	volatile @Nullable String announced;

	private final List<ServiceInstance> registry;

	// What a repair has evicted and no message has told yet.
	private final Set<Event> repaired = new HashSet<>();

	private final ThreadLocal<Boolean> told = ThreadLocal.withInitial(() -> false);

	private final HttpServer server;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	TestInstance(List<ServiceInstance> registry, String secret) {
		this(registry, secret, READ_TIMEOUT);
	}

	TestInstance(PeerDirectory directory, InetSocketAddress listener) {
		this(new ArrayList<>(), SECRET, READ_TIMEOUT, directory, listener);
	}

	TestInstance(List<ServiceInstance> registry, String secret, Duration readTimeout) {
		this(registry, secret, readTimeout, null, null);
	}

	private TestInstance(List<ServiceInstance> registry, String secret, Duration readTimeout,
			@Nullable PeerDirectory directory, @Nullable InetSocketAddress listener) {
		this.registry = registry;
		this.server = server(this::handle, this.threads);
		FanOutSettings settings = new FanOutSettings("tickets", Duration.ofMinutes(10), TIMINGS);
		HttpPeerSettings http = new HttpPeerSettings(secret, PATH, READ_TIMEOUT, readTimeout, null, listener);
		this.transport = new HttpPeerTransport(() -> http);
		FreshnessWatermark watermark = new FreshnessWatermark(TIMINGS.maxStaleness(), System::nanoTime);
		LocalSide local = new LocalSide(this, watermark, new PendingCommits(System::nanoTime, watermark));
		this.fanOut = new FanOut(() -> settings, this.transport,
				(directory != null) ? directory : new RegisteredPeers(() -> List.of(this),
						() -> List.of(registration()), () -> "tickets", PATH, false, () -> this.announced),
				local, this.meters);
		registry.add(registration());
	}

	void start() {
		this.fanOut.start();
		this.fanOut.listening();
		this.fanOut.discover();
	}

	static HttpServer server(com.sun.net.httpserver.HttpHandler handler, ExecutorService threads) {
		try {
			HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
			server.createContext("/", handler);
			server.setExecutor(threads);
			server.start();
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static Registration registration(int port) {
		return new TestRegistration(port);
	}

	Registration registration() {
		Registration registration = registration(port());
		if (this.announced != null) {
			registration.getMetadata().put(RegisteredPeers.INCARNATION, this.announced);
		}
		return registration;
	}

	int port() {
		return this.server.getAddress().getPort();
	}

	private void handle(HttpExchange exchange) throws IOException {
		MockHttpServletRequest request = new MockHttpServletRequest(exchange.getRequestMethod(),
				exchange.getRequestURI().getRawPath());
		exchange.getRequestHeaders()
			.forEach((name, values) -> values.forEach((value) -> request.addHeader(name, value)));
		request.setContent(exchange.getRequestBody().readAllBytes());
		this.requests.add(request);
		MockHttpServletResponse response = new MockHttpServletResponse();
		MockFilterChain chain = new MockFilterChain();
		this.told.set(true);
		try {
			new PeerEndpointFilter(PATH, this.transport::endpoint).doFilter(request, response, chain);
		}
		catch (ServletException ex) {
			throw new IOException(ex);
		}
		finally {
			this.told.set(false);
		}
		respond(exchange, response, (chain.getRequest() != null) ? 404 : response.getStatus());
	}

	static void respond(HttpExchange exchange, MockHttpServletResponse response, int status) throws IOException {
		for (String name : response.getHeaderNames()) {
			exchange.getResponseHeaders().add(name, String.valueOf(response.getHeader(name)));
		}
		byte[] body = response.getContentAsByteArray();
		exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
		exchange.sendResponseHeaders(status, (body.length > 0) ? body.length : -1);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

	/**
	 * What this instance knows of who is at a port.
	 */
	Optional<NodeStatus.Member> member(int port) {
		NodeStatus status = this.fanOut.status();
		List<NodeStatus.Member> members = (status != null) ? status.members() : List.of();
		return members.stream()
			.filter((member) -> member.address() != null && member.address().getPort() == port)
			.findFirst();
	}

	boolean hears(TestInstance other) {
		return member(other.port()).filter((member) -> member.origin() != null).isPresent();
	}

	double count(String meter, String... tags) {
		return this.meters.get("perf.starter.coherence." + meter).tags(tags).counter().count();
	}

	@Override
	public boolean knows(String cache) {
		return cache.startsWith("tickets");
	}

	/**
	 * Notes what is evicted, and once if a repair meets the message that tells the same.
	 */
	@Override
	public synchronized void evict(List<Event> events) {
		for (Event event : events) {
			if (this.told.get()) {
				if (!this.repaired.remove(event)) {
					this.evicted.add(event);
				}
			}
			else if (this.repaired.contains(event) || !this.evicted.contains(event)) {
				this.evicted.add(event);
				this.repaired.add(event);
			}
		}
	}

	@Override
	public String description() {
		return "test";
	}

	@Override
	public List<ServiceInstance> getInstances(String serviceId) {
		return this.registry;
	}

	@Override
	public List<String> getServices() {
		return List.of("tickets");
	}

	@Override
	public void close() {
		this.fanOut.close();
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	/**
	 * What an instance has registered; one for each port.
	 */
	private static final class TestRegistration extends DefaultServiceInstance implements Registration {

		TestRegistration(int port) {
			super("localhost:" + port, "tickets", "localhost", port, false);
		}

	}

}
