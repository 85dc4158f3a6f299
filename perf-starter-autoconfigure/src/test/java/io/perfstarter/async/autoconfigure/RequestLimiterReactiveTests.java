package io.perfstarter.async.autoconfigure;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.web.autoconfigure.AutoConfigureWeb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the request limiter in a reactive application on Netty.
 */
@Timeout(120)
class RequestLimiterReactiveTests {

	private final HttpClient client = HttpClient.newHttpClient();

	private ConfigurableApplicationContext context;

	private ReactiveApplication application;

	private RequestLimiter limiter;

	@BeforeEach
	void start() {
		start("");
	}

	private void start(String management) {
		this.context = new SpringApplicationBuilder(ReactiveApplication.class).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off", "spring.jmx.enabled=false",
					"server.shutdown=immediate", "spring.webflux.base-path=/shop",
					"perf-starter.async.requests.concurrency-limit=2", "management.server.port=" + management,
					"perf-starter.async.requests.exclude=/excluded/**",
					"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
			.run();
		this.application = this.context.getBean(ReactiveApplication.class);
		this.limiter = this.context.getBean(RequestLimiter.class);
	}

	@AfterEach
	void stop() {
		this.application.door.tryEmitEmpty();
		this.context.close();
	}

	private int port() {
		return this.context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create("http://localhost:%d/shop%s".formatted(port(), path)))
			.timeout(Duration.ofSeconds(60));
	}

	private HttpResponse<String> get(String path) throws Exception {
		return this.client.send(request(path).build(), BodyHandlers.ofString());
	}

	private List<CompletableFuture<HttpResponse<String>>> takeAllPlaces() {
		List<CompletableFuture<HttpResponse<String>>> held = List.of(
				this.client.sendAsync(request("/held").build(), BodyHandlers.ofString()),
				this.client.sendAsync(request("/held").build(), BodyHandlers.ofString()));
		awaitActive(2);
		return held;
	}

	private void awaitActive(int requests) {
		await().until(() -> this.limiter.active() == requests);
	}

	@Test
	void requestWithoutAPlaceIsRejectedAtOnce() throws Exception {
		List<CompletableFuture<HttpResponse<String>>> held = takeAllPlaces();
		HttpResponse<String> rejected = get("/simple");
		assertThat(rejected.statusCode()).isEqualTo(503);
		assertThat(rejected.headers().firstValueAsLong("Retry-After")).hasValue(1);
		assertThat(rejected.body()).isEmpty();
		assertThat(this.limiter.refused()).isOne();
		this.application.door.tryEmitEmpty();
		for (CompletableFuture<HttpResponse<String>> each : held) {
			assertThat(each.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
		}
		awaitActive(0);
		assertThat(get("/simple").body()).isEqualTo("done");
	}

	@Test
	void actuatorExcludedPathsAndPreflightsPass() throws Exception {
		takeAllPlaces();
		assertThat(get("/actuator/health").headers().firstValue("Content-Type")).get().asString().contains("actuator");
		assertThat(get("/excluded/simple").body()).isEqualTo("done");
		HttpRequest preflight = request("/simple").method("OPTIONS", BodyPublishers.noBody())
			.header("Origin", "https://front.example")
			.header("Access-Control-Request-Method", "GET")
			.build();
		assertThat(this.client.send(preflight, BodyHandlers.discarding()).headers().firstValue("Retry-After"))
			.isEmpty();
		assertThat(get("/simple").statusCode()).isEqualTo(503);
	}

	@Test
	void actuatorOnAnotherPortPasses() throws Exception {
		this.context.close();
		start("0");
		takeAllPlaces();
		String management = this.context.getEnvironment().getRequiredProperty("local.management.port");
		HttpRequest liveness = HttpRequest
			.newBuilder(URI.create("http://localhost:%s/actuator/health/liveness".formatted(management)))
			.build();
		assertThat(this.client.send(liveness, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
		assertThat(get("/actuator/health").statusCode()).isEqualTo(503);
	}

	@Test
	void everyEndGivesThePlaceBack() throws Exception {
		for (int i = 0; i < 10; i++) {
			assertEnds("/simple", 200);
			assertEnds("/missing", 404);
			assertEnds("/failing", 500);
			assertEnds("/timeout", 500);
			abort("/failing-stream", true);
			abort("/stream", true);
			abort("/held", false);
		}
	}

	/**
	 * The place comes back after the response.
	 */
	private void assertEnds(String path, int status) throws Exception {
		assertThat(get(path).statusCode()).isEqualTo(status);
		awaitActive(0);
	}

	@Test
	void webSocketCountsUntilItsUpgrade() {
		WebSocket socket = this.client.newWebSocketBuilder()
			.buildAsync(URI.create("ws://localhost:%d/shop/socket".formatted(port())), new WebSocket.Listener() {
			})
			.join();
		awaitActive(0);
		assertThat(socket.isInputClosed()).isFalse();
		socket.abort();
	}

	/**
	 * Asks, leaves when the answer has begun or the application is called, and waits for
	 * the place: the next request could be rejected before it is back.
	 */
	private void abort(String path, boolean reads) throws IOException {
		try (Socket socket = new Socket("localhost", port())) {
			socket.setSoLinger(true, 0);
			OutputStream output = socket.getOutputStream();
			output.write(
					"GET /shop%s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path).getBytes(StandardCharsets.UTF_8));
			output.flush();
			if (reads) {
				socket.getInputStream().read();
			}
			else {
				awaitActive(1);
			}
		}
		awaitActive(0);
	}

	/**
	 * An application whose requests end in every way.
	 */
	@Configuration(proxyBeanMethods = false)
	@AutoConfigureWeb
	@RestController
	static class ReactiveApplication {

		private final Sinks.Empty<String> door = Sinks.empty();

		@Bean
		SecurityWebFilterChain everybody(ServerHttpSecurity security) {
			return security.authorizeExchange((exchanges) -> exchanges.anyExchange().permitAll()).build();
		}

		@Bean
		HandlerMapping socket() {
			WebSocketHandler handler = (session) -> session.receive().then();
			return new SimpleUrlHandlerMapping(Map.of("/socket", handler), -1);
		}

		@GetMapping({ "/simple", "/excluded/simple" })
		Mono<String> simple() {
			return Mono.just("done");
		}

		@GetMapping("/held")
		Mono<String> held() {
			return this.door.asMono();
		}

		@GetMapping("/failing")
		Mono<String> failing() {
			return Mono.error(new IllegalStateException("planted"));
		}

		@GetMapping("/timeout")
		Mono<String> timeout() {
			return Mono.<String>never().timeout(Duration.ofMillis(1));
		}

		@GetMapping("/failing-stream")
		Flux<String> failingStream() {
			return Flux.concat(Flux.just("line\n".repeat(1_000)), Mono.error(new TimeoutException("planted")));
		}

		@GetMapping("/stream")
		Flux<String> stream() {
			return Flux.interval(Duration.ofMillis(1)).map((number) -> "line\n".repeat(1_000));
		}

	}

}
