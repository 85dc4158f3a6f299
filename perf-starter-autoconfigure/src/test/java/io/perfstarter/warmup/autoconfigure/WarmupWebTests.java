package io.perfstarter.warmup.autoconfigure;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.warmup.CallReport;
import io.perfstarter.warmup.Outcome;
import io.perfstarter.warmup.WarmupCompletedEvent;
import io.perfstarter.warmup.WarmupPhase;
import io.perfstarter.warmup.run.Warmup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the warm-up of an application with a web server.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class WarmupWebTests {

	private static final String CALL = "perf-starter.warmup.requests[0].path=/tickets";

	private final HttpClient client = HttpClient.newHttpClient();

	private final CountDownLatch held = new CountDownLatch(1);

	private final CompletableFuture<ConfigurableApplicationContext> started = new CompletableFuture<>();

	private final List<Object> events = new ArrayList<>();

	private CompletableFuture<ConfigurableApplicationContext> start;

	@TempDir
	private Path folder;

	@AfterEach
	void stop() throws Exception {
		this.held.countDown();
		if (this.start != null) {
			this.start.handle((context, failure) -> null).get(60, TimeUnit.SECONDS);
			context().close();
		}
	}

	private void start(String... properties) {
		List<String> all = new ArrayList<>(List.of("server.port=0", "spring.main.banner-mode=off",
				"spring.jmx.enabled=false", "server.shutdown=immediate",
				"management.endpoints.web.exposure.include=health,warmup,metrics",
				"perf-starter.warmup.min-requests=20",
				"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"));
		all.addAll(Arrays.asList(properties));
		SpringApplicationBuilder builder = new SpringApplicationBuilder(WarmApplication.class).initializers(
				(context) -> ((GenericApplicationContext) context).registerBean(CountDownLatch.class, () -> this.held))
			.listeners(
					(ApplicationListener<ApplicationStartedEvent>) (event) -> this.started
						.complete(event.getApplicationContext()),
					(ApplicationListener<WarmupCompletedEvent>) this.events::add,
					(ApplicationListener<AvailabilityChangeEvent<ReadinessState>>) this::readiness)
			.properties(all.toArray(String[]::new));
		this.start = CompletableFuture.supplyAsync(builder::run, (task) -> new Thread(task, "main of a test").start());
	}

	private void readiness(AvailabilityChangeEvent<?> event) {
		if (event.getState() instanceof ReadinessState state) {
			this.events.add(state);
		}
	}

	private void startAndAwait(String... properties) throws Exception {
		this.held.countDown();
		start(properties);
		ready();
	}

	private void startAndHold(String... properties) throws Exception {
		start(properties);
		assertThat(application().warming.await(60, TimeUnit.SECONDS)).isTrue();
	}

	private ConfigurableApplicationContext ready() throws Exception {
		return this.start.get(60, TimeUnit.SECONDS);
	}

	private ConfigurableApplicationContext context() throws Exception {
		return this.started.get(60, TimeUnit.SECONDS);
	}

	private WarmApplication application() throws Exception {
		return context().getBean(WarmApplication.class);
	}

	private Warmup warmup() throws Exception {
		return context().getBean(Warmup.class);
	}

	private CallReport call() throws Exception {
		return warmup().report().calls().get(0);
	}

	private int get(String path, String... headers) throws Exception {
		return send(path, headers).statusCode();
	}

	private HttpResponse<String> send(String path, String... headers) throws Exception {
		String port = context().getEnvironment().getProperty("local.server.port");
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.timeout(Duration.ofSeconds(30));
		return this.client.send(((headers.length > 0) ? request.headers(headers) : request).build(),
				BodyHandlers.ofString());
	}

	@Test
	void readinessIsRefusedUntilItIsWarm() throws Exception {
		startAndHold(CALL);
		assertThat(get("/actuator/health/readiness")).isEqualTo(503);
		assertThat(get("/actuator/health/liveness")).isEqualTo(200);
		assertThat(get("/tickets")).isEqualTo(200);
		assertThat(application().openGates).hasValue(0);
		assertThat(warmup().report().phase()).isEqualTo(WarmupPhase.RUNNING);
		this.held.countDown();
		ready();
		assertThat(get("/actuator/health/readiness")).isEqualTo(200);
		assertThat(application().openGates).hasValue(1);
		assertThat(application().warmCalls.get()).isGreaterThanOrEqualTo(20);
		assertThat(application().otherCalls).hasValue(1);
		assertThat(this.events).hasSize(2).last().isEqualTo(ReadinessState.ACCEPTING_TRAFFIC);
		assertThat(call().outcome()).isIn(Outcome.CONVERGED, Outcome.FLOOR_ONLY);
	}

	@Test
	void requestsAreRejectedUntilItIsWarm() throws Exception {
		startAndHold(CALL, "perf-starter.warmup.reject-until-warm=true");
		HttpResponse<String> rejected = send("/tickets");
		assertThat(rejected.statusCode()).isEqualTo(503);
		assertThat(rejected.headers().firstValue("Retry-After")).hasValue("1");
		assertThat(get("/tickets", "Perf-Starter-Warmup", "guess")).isEqualTo(503);
		assertThat(get("/actuator/health/liveness")).isEqualTo(200);
		assertThat(get("/actuator/warmup")).isEqualTo(200);
		assertThat(get("/actuator/unknown")).isEqualTo(404);
		this.held.countDown();
		ready();
		assertThat(get("/tickets")).isEqualTo(200);
		assertThat(application().otherCalls).hasValue(1);
		assertThat(call().failures()).isZero();
	}

	@UsualRows(2)
	@ParameterizedTest
	@ValueSource(strings = { "/tickets", "/later" })
	void callsAreInNoMeter(String path) throws Exception {
		startAndAwait("perf-starter.warmup.requests[0].path=" + path);
		assertThat(application().warmCalls.get() + application().otherCalls.get()).isGreaterThanOrEqualTo(20);
		assertThat(requestMeters()).isEmpty();
		assertThat(get(path)).isEqualTo(200);
		await().untilAsserted(() -> assertThat(requestMeters()).isNotEmpty());
		assertThat(context().getBean(MeterRegistry.class).get("http.server.requests").timer().count()).isOne();
	}

	private List<Meter> requestMeters() throws Exception {
		return context().getBean(MeterRegistry.class)
			.getMeters()
			.stream()
			.filter((meter) -> meter.getId().getName().startsWith("http.server.requests"))
			.toList();
	}

	@Tag(Tier.CI)
	@Test
	void callsAreNotInTheAccessLog() throws Exception {
		startAndAwait(CALL, "server.tomcat.accesslog.enabled=true", "server.tomcat.accesslog.buffered=false",
				"server.tomcat.accesslog.directory=" + this.folder,
				"server.tomcat.accesslog.condition-unless=io.perfstarter.warmup");
		assertThat(get("/tickets?by=hand")).isEqualTo(200);
		await().untilAsserted(() -> assertThat(accessLog()).hasSize(1).first().asString().contains("by=hand"));
	}

	private List<String> accessLog() throws Exception {
		try (Stream<Path> files = Files.list(this.folder)) {
			Path log = files.findFirst().orElseThrow();
			return Files.readAllLines(log);
		}
	}

	@Test
	void contextPathAndBodyAndHeaders() throws Exception {
		startAndAwait("server.servlet.context-path=/shop", CALL,
				"perf-starter.warmup.requests[0].headers.X-Tenant=demo");
		assertThat(call().outcome()).isNotEqualTo(Outcome.FAILED);
		assertThat(warmup().report().phase()).isEqualTo(WarmupPhase.SUCCEEDED);
	}

	@Tag(Tier.ALL)
	@Test
	void portWithTls() throws Exception {
		startAndAwait(CALL, "server.ssl.bundle=own",
				"spring.ssl.bundle.jks.own.keystore.location=classpath:io/perfstarter/coherence/autoconfigure/peers.p12",
				"spring.ssl.bundle.jks.own.keystore.password=test-only");
		assertThat(call().lastFailure()).isNull();
		assertThat(warmup().report().phase()).isEqualTo(WarmupPhase.SUCCEEDED);
	}

	@Tag(Tier.CI)
	@Test
	void portThatRequiresACertificateGetsThatOfTheServer() throws Exception {
		String store = "classpath:io/perfstarter/coherence/autoconfigure/peers.p12";
		startAndAwait(CALL, "server.ssl.client-auth=need", "server.ssl.bundle=own",
				"spring.ssl.bundle.jks.own.keystore.location=" + store,
				"spring.ssl.bundle.jks.own.keystore.password=test-only",
				"spring.ssl.bundle.jks.own.truststore.location=" + store,
				"spring.ssl.bundle.jks.own.truststore.password=test-only");
		assertThat(call().lastFailure()).isNull();
		assertThat(warmup().report().phase()).isEqualTo(WarmupPhase.SUCCEEDED);
	}

	@Test
	void hangingEndpointCostsNoMoreThanTheBudget() throws Exception {
		startAndAwait("perf-starter.warmup.requests[0].path=/hangs", "perf-starter.warmup.timeout=2s");
		assertThat(warmup().report().millis()).isBetween(2000L, 15_000L);
		assertThat(call()).satisfies((call) -> assertThat(call.outcome()).isIn(Outcome.BUDGET, Outcome.FAILED));
		assertThat(get("/actuator/health/readiness")).isEqualTo(200);
	}

	@Tag(Tier.CI)
	@Test
	void endpointThatIsGoneIsNamedAndTheApplicationStarts(CapturedOutput output) throws Exception {
		startAndAwait(CALL, "perf-starter.warmup.requests[1].path=/gone", "perf-starter.warmup.requests[1].name=gone");
		assertThat(output).contains("'gone' FAILED after 3 calls", "status 404", "Warm-up FAILED");
		assertThat(call().outcome()).isNotEqualTo(Outcome.FAILED);
		assertThat(get("/actuator/health/readiness")).isEqualTo(200);
		assertThat(application().openGates).hasValue(1);
	}

	@Test
	void failureEndsTheApplicationIfAListenerThrows() throws Exception {
		this.held.countDown();
		start("perf-starter.warmup.requests[0].path=/gone", "test.start-only-if-warm=true");
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(this::ready)
			.withStackTraceContaining("'GET /gone' FAILED");
		assertThat(context().isActive()).isFalse();
		assertThat(this.events).doesNotContain(ReadinessState.ACCEPTING_TRAFFIC);
	}

	@Tag(Tier.CI)
	@Test
	void stopWhileItWarmsEndsItAndOpensNothing(CapturedOutput output) throws Exception {
		startAndHold(CALL);
		WarmApplication application = application();
		long begin = System.nanoTime();
		Thread closing = new Thread(context()::close);
		closing.start();
		closing.join(TimeUnit.SECONDS.toMillis(30));
		this.start.handle((context, failure) -> null).get(60, TimeUnit.SECONDS);
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
		assertThat(application.openGates).hasValue(0);
		assertThat(this.events).doesNotContain(ReadinessState.ACCEPTING_TRAFFIC);
		assertThat(output).contains("Warm-up aborted: the application stops").doesNotContain("Application run failed");
	}

	@Tag(Tier.CI)
	@Test
	void servesOnForTheDrainTime(CapturedOutput output) throws Exception {
		startAndAwait(CALL, "perf-starter.warmup.shutdown-delay=10s");
		ApplicationAvailability availability = context().getBean(ApplicationAvailability.class);
		long begin = System.nanoTime();
		CompletableFuture<Void> closed = CompletableFuture.runAsync(context()::close,
				(task) -> new Thread(task).start());
		await().untilAsserted(
				() -> assertThat(availability.getReadinessState()).isEqualTo(ReadinessState.REFUSING_TRAFFIC));
		await().until(() -> output.getOut().contains("serving remaining requests for"));
		assertThat(get("/actuator/health/readiness")).isEqualTo(503);
		assertThat(get("/tickets")).isEqualTo(200);
		assertThat(get("/later")).isEqualTo(200);
		assertThat(closed).isNotDone();
		closed.get(60, TimeUnit.SECONDS);
		assertThat(this.events).filteredOn(ReadinessState.REFUSING_TRAFFIC::equals).hasSize(1);
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
	}

	@Tag(Tier.ALL)
	@Test
	void pauseOfTheLifecycleIsNoShutdown(CapturedOutput output) throws Exception {
		startAndAwait(CALL, "perf-starter.warmup.shutdown-delay=1s");
		context().stop();
		context().start();
		assertThat(get("/tickets")).isEqualTo(200);
		assertThat(output).doesNotContain("serving remaining requests for");
		assertThat(this.events).doesNotContain(ReadinessState.REFUSING_TRAFFIC);
	}

	@Tag(Tier.ALL)
	@Test
	void listenersThatAreCalledLaterDoNotKeepTheGatesClosed() throws Exception {
		startAndAwait(CALL, "test.asynchronous-events=true");
		await().untilAsserted(() -> assertThat(application().openGates).hasValue(1));
		assertThat(get("/actuator/health/readiness")).isEqualTo(200);
		assertThat(application().warmCalls.get()).isGreaterThanOrEqualTo(20);
	}

	@Tag(Tier.ALL)
	@Test
	void whatWasNeverReadyDoesNotDrain() throws Exception {
		startAndHold(CALL, "perf-starter.warmup.shutdown-delay=60s");
		long begin = System.nanoTime();
		context().close();
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(30));
	}

	@Tag(Tier.ALL)
	@Test
	void readyChildIsNoReasonToWarmUpAgain() throws Exception {
		startAndAwait(CALL);
		int calls = application().warmCalls.get();
		try (ConfigurableApplicationContext child = new SpringApplicationBuilder(Object.class).parent(context())
			.web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "spring.jmx.enabled=false")
			.run()) {
			assertThat(child.isActive()).isTrue();
		}
		assertThat(application().warmCalls).hasValue(calls);
		assertThat(warmup().report().phase()).isEqualTo(WarmupPhase.SUCCEEDED);
		assertThat(this.events).filteredOn(WarmupCompletedEvent.class::isInstance).hasSize(1);
	}

	@Test
	void lazyBeansChangeNothing() throws Exception {
		startAndAwait(CALL, "spring.main.lazy-initialization=true");
		assertThat(warmup().report().phase()).isEqualTo(WarmupPhase.SUCCEEDED);
		assertThat(application().openGates).hasValue(1);
		assertThat(get("/actuator/warmup")).isEqualTo(200);
	}

	@Tag(Tier.CI)
	@Test
	void endpointTellsHowItWent() throws Exception {
		startAndAwait(CALL, "perf-starter.warmup.requests[0].name=list");
		assertThat(send("/actuator/warmup").body()).contains("\"phase\":\"SUCCEEDED\"", "\"open\":true",
				"\"name\":\"list\"", "\"firstMillis\":", "\"tasks\":[{\"name\":\"hold\"", "\"aotCache\":\"NONE\"");
	}

}
