package io.perfstarter.async.autoconfigure;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.async.limit.RequestLimiterFilter;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.peer.PeerEndpointFilter;
import io.perfstarter.reporting.Reporting;
import io.perfstarter.reporting.Results;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.thread.Threading;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletContextInitializerBeans;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;
import org.springframework.web.filter.ServerHttpObservationFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the request limiter in front of an application with a real web server.
 */
@ExtendWith(OutputCaptureExtension.class)
class RequestLimiterWebTests {

	private static final String METERS = "perf.starter.async.requests.";

	private static final String PEERS = "/perf-starter/coherence/v2/events";

	private static final String FRONT = "https://front.example";

	private final HttpClient client = HttpClient.newHttpClient();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private ConfigurableApplicationContext context;

	private GatedApplication application;

	@AfterEach
	void stop() {
		this.threads.shutdownNow();
		if (this.context != null) {
			this.application.door.release(1_000);
			this.context.close();
		}
	}

	static Stream<Boolean> threads() {
		return (Runtime.version().feature() >= 21) ? Stream.of(false, true) : Stream.of(false);
	}

	private void start(boolean virtual, String... properties) {
		this.context = new SpringApplicationBuilder(GatedApplication.class).properties("server.port=0",
				"spring.threads.virtual.enabled=" + virtual, "spring.main.banner-mode=off", "spring.jmx.enabled=false",
				"server.shutdown=immediate",
				"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
			.properties(properties)
			.run();
		this.application = this.context.getBean(GatedApplication.class);
		assertThat(Threading.VIRTUAL.isActive(this.context.getEnvironment())).isEqualTo(virtual);
	}

	private int port() {
		return ((ServletWebServerApplicationContext) this.context).getWebServer().getPort();
	}

	private HttpRequest request(String path) {
		return HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(port(), path)))
			.timeout(Duration.ofSeconds(60))
			.build();
	}

	private HttpResponse<String> get(String path) throws Exception {
		return this.client.send(request(path), BodyHandlers.ofString());
	}

	/**
	 * Whether the limiter says no, and not the health of something.
	 */
	private boolean isRefused(String path) throws Exception {
		return isRefusal(get(path));
	}

	private static boolean isRefusal(HttpResponse<String> response) {
		return response.statusCode() == 503 && response.headers().firstValue("Retry-After").isPresent();
	}

	/**
	 * Whether Actuator has answered; what it says of the health of this application does
	 * not matter.
	 */
	private static boolean isActuators(HttpResponse<String> response) {
		return response.headers().firstValue("Content-Type").filter((type) -> type.contains("actuator")).isPresent();
	}

	private CompletableFuture<HttpResponse<String>> getLater(String path) {
		return this.client.sendAsync(request(path), BodyHandlers.ofString());
	}

	private double gauge(String name) {
		return this.context.getBean(MeterRegistry.class).get(METERS + name).gauge().value();
	}

	private void awaitGauge(String name, int value) {
		await(name).until(() -> gauge(name) == value);
	}

	@ParameterizedTest
	@MethodSource("threads")
	void soManyRunAndWaitAndTheNextIsRefusedAndCallsNothing(boolean virtual) throws Exception {
		start(virtual, "perf-starter.async.requests.concurrency-limit=1",
				"perf-starter.async.requests.queue-capacity=1");
		CompletableFuture<HttpResponse<String>> running = getLater("/held");
		await().until(() -> this.application.running.get() == 1);
		CompletableFuture<HttpResponse<String>> waiting = getLater("/simple");
		awaitGauge("waiting", 1);
		HttpResponse<String> refused = get("/simple");
		assertThat(refused.statusCode()).isEqualTo(503);
		assertThat(refused.headers().firstValueAsLong("Retry-After")).hasValue(1);
		assertThat(refused.body()).isEmpty();
		assertThat(this.application.calls).hasValue(1);
		assertThat(isActuators(get("/actuator/health"))).isTrue();
		this.application.door.release();
		assertThat(running.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
		assertThat(waiting.get(60, TimeUnit.SECONDS).body()).isEqualTo("done");
		assertThat(this.application.calls).hasValue(2);
	}

	@Tag(Tier.CI)
	@Test
	void waitInTheQueueIsAPartOfTheReportedTime() throws Exception {
		start(false, "perf-starter.async.requests.concurrency-limit=1", "perf-starter.reporting.period=100ms",
				"perf-starter.reporting.slow-threshold=1ms");
		CompletableFuture<HttpResponse<String>> running = getLater("/held");
		await().until(() -> this.application.running.get() == 1);
		CompletableFuture<HttpResponse<String>> waiting = getLater("/simple");
		awaitGauge("waiting", 1);
		this.application.door.release();
		assertThat(running.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
		assertThat(waiting.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
		Reporting reporting = this.context.getBean(Reporting.class);
		await().untilAsserted(() -> assertThat(Results.slowest(reporting))
			.filteredOn((request) -> request.route().equals("GET /simple"))
			.singleElement()
			.satisfies((request) -> {
				assertThat(request.figures().awaitedLimiter()).isEqualTo("requests");
				assertThat(request.breakdown().nanos(TimeComponent.LIMITER)).isPositive();
			}));
	}

	@Test
	void whoHasWaitedForTooLongIsRefused() throws Exception {
		start(false, "perf-starter.async.requests.concurrency-limit=1",
				"perf-starter.async.requests.queue-timeout=20ms");
		getLater("/held");
		await().until(() -> this.application.running.get() == 1);
		assertThat(isRefused("/simple")).isTrue();
		assertThat(this.application.calls).hasValue(1);
	}

	@ParameterizedTest
	@MethodSource("threads")
	void asynchronousRequestKeepsItsPermitUntilItIsOver(boolean virtual) throws Exception {
		start(virtual, "perf-starter.async.requests.concurrency-limit=1",
				"perf-starter.async.requests.queue-capacity=0");
		CompletableFuture<HttpResponse<String>> pending = getLater("/pending");
		await().until(() -> !this.application.pending.isEmpty());
		for (int i = 0; i < 50; i++) {
			assertThat(isRefused("/simple")).isTrue();
		}
		this.application.pending.remove().setResult("late");
		assertThat(pending.get(60, TimeUnit.SECONDS).body()).isEqualTo("late");
		awaitGauge("active", 0);
		assertThat(get("/simple").statusCode()).isEqualTo(200);
		// The response may arrive before the place is free.
		awaitGauge("active", 0);
		// Of Spring MVC.
		assertThat(get("/timeout").statusCode()).isEqualTo(503);
		awaitGauge("active", 0);
		assertThat(this.application.calls).hasValue(3);
	}

	/**
	 * An asynchronous request needs a thread of the server for its end.
	 */
	@Tag(Tier.CI)
	@Test
	void asynchronousRequestsEndWhileTheQueueIsFull(CapturedOutput output) throws Exception {
		start(false, "perf-starter.async.requests.concurrency-limit=2", "perf-starter.async.requests.queue-capacity=20",
				"perf-starter.async.requests.queue-timeout=5m", "server.tomcat.threads.max=20");
		assertThat(output)
			.containsPattern("WARN .*requests.queue-capacity' is 20, but with a limit of 2 at most 17 requests wait, ")
			.contains("Set it to at most 17, or 'server.tomcat.threads.max' to at least 23, or");
		List<CompletableFuture<HttpResponse<String>>> running = Stream.generate(() -> getLater("/pending"))
			.limit(2)
			.toList();
		await().until(() -> this.application.pending.size() == 2);
		List<CompletableFuture<HttpResponse<String>>> others = Stream.generate(() -> getLater("/simple"))
			.limit(30)
			.toList();
		await().until(() -> others.stream().filter(CompletableFuture::isDone).count() == 13);
		awaitGauge("waiting", 17);
		assertThat(isActuators(get("/actuator/health"))).isTrue();
		this.application.pending.forEach((result) -> result.setResult("late"));
		for (CompletableFuture<HttpResponse<String>> each : running) {
			assertThat(each.get(60, TimeUnit.SECONDS).body()).isEqualTo("late");
		}
		int served = 0;
		for (CompletableFuture<HttpResponse<String>> each : others) {
			served += (each.get(60, TimeUnit.SECONDS).statusCode() == 200) ? 1 : 0;
		}
		assertThat(served).isEqualTo(17);
	}

	@ParameterizedTest
	@MethodSource("threads")
	void queueByDefaultLeavesThreadsFreeUnlessTheyAreVirtual(boolean virtual, CapturedOutput output) {
		start(virtual, "perf-starter.async.requests.concurrency-limit=2", "server.tomcat.threads.max=20");
		assertThat(this.context.getBean(RequestLimiter.class).queueCapacity()).isEqualTo(virtual ? 20 : 17);
		assertThat(output.toString().contains("Request limiter: with a limit of 2 at most 17 requests wait"))
			.isNotEqualTo(virtual);
		assertThat(output).doesNotContain("requests.queue-capacity' is");
	}

	@Tag(Tier.CI)
	@ParameterizedTest
	@MethodSource("threads")
	void allPermitsAreBackAfterRequestsOfAllKinds(boolean virtual) throws Exception {
		start(virtual, "perf-starter.async.requests.concurrency-limit=4",
				"perf-starter.async.requests.queue-capacity=12", "server.tomcat.threads.max=40",
				"logging.level.org.apache.catalina.core=off");
		List<String> paths = List.of("/simple", "/failing", "/future", "/failing-future", "/callable", "/stream",
				"/missing", "/timeout");
		Random random = new Random(7);
		Set<Integer> statuses = ConcurrentHashMap.newKeySet();
		AtomicInteger served = new AtomicInteger();
		List<Future<?>> clients = new ArrayList<>();
		for (int client = 0; client < 20; client++) {
			List<String> own = random.ints(10, 0, paths.size()).mapToObj(paths::get).toList();
			clients.add(this.threads.submit(() -> {
				for (String path : own.subList(0, 8)) {
					HttpResponse<String> response = get(path);
					statuses.add(response.statusCode());
					if (!isRefusal(response) && response.statusCode() != 404) {
						served.incrementAndGet();
					}
				}
				for (String path : own.subList(8, 10)) {
					abort(path);
				}
				return null;
			}));
		}
		for (Future<?> client : clients) {
			client.get(120, TimeUnit.SECONDS);
		}
		awaitGauge("active", 0);
		awaitGauge("waiting", 0);
		assertThat(statuses).contains(200, 404, 500);
		// How many of the 40 that are aborted get as far as the method depends on the
		// machine.
		assertThat(this.application.calls.get()).isBetween(served.get(), served.get() + 40);
		assertThat(this.application.mostRunning.get()).isBetween(2, 4);
		List<CompletableFuture<HttpResponse<String>>> held = Stream.generate(() -> getLater("/held")).limit(4).toList();
		await().until(() -> this.application.running.get() == 4);
		this.application.door.release(4);
		for (CompletableFuture<HttpResponse<String>> each : held) {
			assertThat(each.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
		}
	}

	/**
	 * Asks and does not wait for the answer.
	 */
	private void abort(String path) throws IOException {
		try (Socket socket = new Socket("localhost", port())) {
			socket.setSoLinger(true, 0);
			OutputStream output = socket.getOutputStream();
			output.write("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path).getBytes(StandardCharsets.UTF_8));
			output.flush();
			if (path.equals("/stream")) {
				socket.getInputStream().read();
			}
		}
	}

	@Tag(Tier.CI)
	@Test
	void comesAfterThePeersAndBeforeTheObservations() throws Exception {
		start(false, "perf-starter.async.requests.concurrency-limit=1", "perf-starter.async.requests.queue-capacity=0",
				"perf-starter.secret=a secret of thirty-two characters", "spring.application.name=tickets",
				"spring.cloud.discovery.client.simple.instances.tickets[0].uri=http://localhost:1",
				"perf-starter.coherence.manage-all=true", "spring.cache.type=simple");
		List<Class<?>> filters = new ArrayList<>();
		new ServletContextInitializerBeans(this.context.getBeanFactory()).forEach((initializer) -> {
			if (initializer instanceof FilterRegistrationBean<?> registration && registration.getFilter() != null) {
				filters.add(registration.getFilter().getClass());
			}
		});
		assertThat(filters).containsSubsequence(PeerEndpointFilter.class, RequestLimiterFilter.class,
				ServerHttpObservationFilter.class);
		getLater("/held");
		await().until(() -> this.application.running.get() == 1);
		assertThat(isRefused("/simple")).isTrue();
		// It answers messages that are posted.
		assertThat(get(PEERS).statusCode()).isEqualTo(405);
	}

	@Tag(Tier.CI)
	@Test
	void actuatorPassesWhereverItIs() throws Exception {
		start(false, "perf-starter.async.requests.concurrency-limit=1", "perf-starter.async.requests.queue-capacity=0",
				"server.servlet.context-path=/app", "spring.mvc.servlet.path=/api",
				"management.endpoints.web.base-path=/manage", "management.endpoint.health.probes.enabled=true",
				"management.endpoint.health.probes.add-additional-paths=true");
		getLater("/app/api/held");
		await().until(() -> this.application.running.get() == 1);
		for (String path : List.of("/manage", "/manage/health", "/manage/health/liveness", "/livez", "/readyz")) {
			assertThat(isActuators(get("/app/api" + path))).as(path).isTrue();
		}
		for (String path : List.of("/simple", "/managed", "/manage/../simple", "/livezx", "/actuator/health")) {
			assertThat(isRefused("/app/api" + path)).as(path).isTrue();
		}
	}

	@Test
	void actuatorPassesAtTheRoot() throws Exception {
		start(false, "perf-starter.async.requests.concurrency-limit=1", "perf-starter.async.requests.queue-capacity=0",
				"management.endpoints.web.base-path=/", "management.endpoints.web.path-mapping.health=healthcheck");
		getLater("/held");
		await().until(() -> this.application.running.get() == 1);
		assertThat(isActuators(get("/healthcheck"))).isTrue();
		assertThat(isRefused("/simple")).isTrue();
	}

	@Tag(Tier.CI)
	@Test
	void actuatorOfAnotherPortHasNoGateAndItsProbesOfThisPortPass() throws Exception {
		start(false, "perf-starter.async.requests.concurrency-limit=1", "perf-starter.async.requests.queue-capacity=0",
				"management.server.port=0", "management.endpoint.health.probes.enabled=true",
				"management.endpoint.health.probes.add-additional-paths=true");
		String management = this.context.getEnvironment().getRequiredProperty("local.management.port");
		getLater("/held");
		await().until(() -> this.application.running.get() == 1);
		HttpRequest health = HttpRequest
			.newBuilder(URI.create("http://localhost:%s/actuator/health".formatted(management)))
			.build();
		assertThat(isActuators(this.client.send(health, BodyHandlers.ofString()))).isTrue();
		assertThat(isActuators(get("/livez"))).isTrue();
		assertThat(isRefused("/actuator/health")).isTrue();
	}

	@Test
	void excludedPathsPass() throws Exception {
		start(false, "perf-starter.async.requests.concurrency-limit=1", "perf-starter.async.requests.queue-capacity=0",
				"perf-starter.async.requests.exclude=/events/**");
		getLater("/held");
		await().until(() -> this.application.running.get() == 1);
		assertThat(get("/events/simple").statusCode()).isEqualTo(200);
		assertThat(isRefused("/simple")).isTrue();
		// What the container makes of it decides.
		assertThat(get("/events/..;/simple").statusCode()).isNotEqualTo(200);
	}

	@Test
	void filterBeforeTheLimiterAddsTheHeadersToARejection() throws Exception {
		start(false, "perf-starter.async.requests.concurrency-limit=1", "perf-starter.async.requests.queue-capacity=0",
				"spring.main.sources=" + FilterBeforeTheLimiter.class.getName());
		getLater("/held");
		await().until(() -> this.application.running.get() == 1);
		HttpRequest request = HttpRequest.newBuilder(request("/simple"), (name, value) -> true)
			.header("Origin", FRONT)
			.build();
		HttpResponse<String> rejection = this.client.send(request, BodyHandlers.ofString());
		assertThat(rejection.statusCode()).isEqualTo(503);
		assertThat(rejection.headers().firstValue("Retry-After")).hasValue("1");
		assertThat(rejection.headers().firstValue("Access-Control-Allow-Origin")).hasValue(FRONT);
		assertThat(rejection.headers().firstValue("Access-Control-Expose-Headers")).hasValue("Retry-After");
	}

	/**
	 * Serves requests of another origin.
	 */
	@Configuration(proxyBeanMethods = false)
	static class FilterBeforeTheLimiter {

		@Bean
		CorsConfigurationSource corsConfigurationSource() {
			CorsConfiguration configuration = new CorsConfiguration();
			configuration.addAllowedOrigin(FRONT);
			configuration.addExposedHeader(HttpHeaders.RETRY_AFTER);
			UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
			source.registerCorsConfiguration("/**", configuration);
			return source;
		}

		@Bean
		FilterRegistrationBean<CorsFilter> corsBeforeTheLimiter(CorsConfigurationSource corsConfigurationSource) {
			FilterRegistrationBean<CorsFilter> cors = new FilterRegistrationBean<>(
					new CorsFilter(corsConfigurationSource));
			cors.setOrder(Ordered.HIGHEST_PRECEDENCE);
			return cors;
		}

	}

}
