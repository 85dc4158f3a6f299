package io.perfstarter.warmup.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link HttpWarmupClient}.
 */
@Timeout(30)
class HttpWarmupClientTests {

	private static final Duration LONG = Duration.ofSeconds(20);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();

	private HttpServer server;

	@BeforeEach
	void startServer() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/", this::answer);
		this.server.start();
	}

	@AfterEach
	void stop() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	@Test
	void sendsWhatIsConfiguredAndTheNonce() throws Exception {
		WarmupCall call = call("POST", "/app/quotes?day={date:1..1}&name={list:a b}", "{\"lot\": {range:3..3}}");
		assertThat(caller().call(call, LONG)).isEqualTo(201);
		assertThat(this.requests.take())
			.isEqualTo("POST /app/quotes?day=1970-01-02&name=a%20b demo secret-nonce {\"lot\": 3}");
	}

	@Test
	void followsNoRedirect() throws Exception {
		assertThat(caller().call(call("GET", "/app/moved", null), LONG)).isEqualTo(302);
		assertThat(this.requests).hasSize(1);
	}

	@Test
	void doesNotWaitForHeadersOrBodiesLongerThanItMay() {
		for (String path : new String[] { "/app/hangs", "/app/hangs-in-body" }) {
			assertThatExceptionOfType(TimeoutException.class)
				.isThrownBy(() -> caller().call(call("GET", path, null), Duration.ofMillis(100)));
		}
	}

	@Test
	void needsNoThreadOfTheCommonPool() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		List<ForkJoinTask<Boolean>> tasks = Stream
			.generate(() -> ForkJoinPool.commonPool().submit(() -> end.await(60, TimeUnit.SECONDS)))
			.limit(ForkJoinPool.getCommonPoolParallelism())
			.toList();
		try {
			assertThat(caller().call(call("GET", "/app/moved", null), LONG)).isEqualTo(302);
		}
		finally {
			end.countDown();
			tasks.forEach(ForkJoinTask::join);
		}
	}

	@Test
	void nobodyAtTheAddressIsAnIOException() throws Exception {
		int port;
		try (ServerSocket free = new ServerSocket(0)) {
			port = free.getLocalPort();
		}
		HttpWarmupClient caller = new HttpWarmupClient(URI.create("http://127.0.0.1:" + port), "nonce", null,
				this.threads, Clock.systemUTC());
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> caller.call(call("GET", "/", null), LONG));
	}

	private HttpWarmupClient caller() {
		return new HttpWarmupClient(URI.create("http://127.0.0.1:" + this.server.getAddress().getPort()),
				"secret-nonce", null, this.threads, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
	}

	private static WarmupCall call(String method, String path, @Nullable String body) {
		return new WarmupCall("call", method, Template.of(path), Map.of("X-Tenant", "demo"),
				(body != null) ? Template.of(body) : null, Set.of());
	}

	private void answer(HttpExchange exchange) throws IOException {
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		this.requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
				+ exchange.getRequestHeaders().getFirst("X-Tenant") + " "
				+ exchange.getRequestHeaders().getFirst("Perf-Starter-Warmup") + " " + body);
		String path = exchange.getRequestURI().getPath();
		if (path.endsWith("hangs")) {
			return;
		}
		if (path.endsWith("hangs-in-body")) {
			exchange.sendResponseHeaders(200, 100);
			exchange.getResponseBody().flush();
			return;
		}
		exchange.getResponseHeaders().set("Location", "/elsewhere");
		exchange.sendResponseHeaders((path.endsWith("moved")) ? 302 : 201, 7);
		exchange.getResponseBody().write("created".getBytes(StandardCharsets.UTF_8));
		exchange.close();
	}

}
