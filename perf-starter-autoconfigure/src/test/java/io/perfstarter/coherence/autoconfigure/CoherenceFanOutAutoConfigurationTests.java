package io.perfstarter.coherence.autoconfigure;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import io.perfstarter.fixtures.FreePort;
import io.perfstarter.peer.PeerEndpointFilter;
import io.perfstarter.peer.PeerEndpointWebFilter;
import io.perfstarter.reporting.autoconfigure.ReportingAutoConfiguration;
import io.perfstarter.settings.autoconfigure.StartAnalysis;
import jakarta.servlet.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cloud.client.CommonsClientAutoConfiguration;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.composite.CompositeDiscoveryClientAutoConfiguration;
import org.springframework.cloud.client.discovery.event.HeartbeatEvent;
import org.springframework.cloud.client.discovery.simple.SimpleDiscoveryClientAutoConfiguration;
import org.springframework.cloud.commons.util.UtilAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.env.MapPropertySource;
import org.springframework.web.server.WebFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link CoherenceFanOutAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class CoherenceFanOutAutoConfigurationTests {

	private static final String SECRET = "perf-starter.secret=a secret of thirty-two characters";

	private static final AutoConfigurations OURS = AutoConfigurations.of(CoherenceAutoConfiguration.class,
			CoherenceFanOutAutoConfiguration.class);

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withConfiguration(OURS)
		.withPropertyValues("spring.application.name=tickets")
		.withBean(LocalCopies.class, TestCopies::new);

	private final ApplicationContextRunner undemanded = this.bare.withBean(TestDiscoveryClient.class);

	private final ApplicationContextRunner demanded = this.undemanded.withBean(FanOutDemand.class, () -> () -> true);

	@Test
	void startsWithDiscoveryDemandAndSecret(CapturedOutput output) {
		this.demanded.withPropertyValues(SECRET).run((context) -> {
			assertThat(context.getBean(FanOut.class).isRunning()).isTrue();
			assertThat(output).containsOnlyOnce("Eviction fan-out started for 'tickets', receiving at '/");
			await().untilAsserted(
					() -> assertThat(context.getBean(TestDiscoveryClient.class).asked).containsExactly("tickets"));
		});
	}

	@Test
	void comesAfterTheClientOfARegistryThatKnowsNothingOfIt() {
		new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(CoherenceAutoConfiguration.class, CoherenceFanOutAutoConfiguration.class,
							EvictionAutoConfiguration.class, ReportingAutoConfiguration.class,
							UtilAutoConfiguration.class, SimpleDiscoveryClientAutoConfiguration.class))
			.withPropertyValues(SECRET, "spring.application.name=tickets",
					"perf-starter.coherence.caches.tickets.time-to-live=10m",
					"spring.cloud.discovery.client.simple.instances.tickets[0].uri=http://localhost:1")
			.run((context) -> {
				assertThat(context.getBean(FanOut.class).isRunning()).isTrue();
				assertThat(context).hasBean("perfStarterPeerEvictionStrategy");
			});
	}

	@Test
	void oneDemandOfSeveralIsEnough() {
		this.demanded.withPropertyValues(SECRET)
			.withBean("none", FanOutDemand.class, () -> () -> false)
			.run((context) -> assertThat(context.getBean(FanOut.class).isRunning()).isTrue());
	}

	@Test
	void withoutDemandItNeedsNoSecretAndDoesNotStart() {
		this.undemanded.withBean(FanOutDemand.class, () -> () -> false).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(FanOut.class).isRunning()).isFalse();
		});
	}

	@Test
	void readsBeforeTheStartOfTheFanOutAreNotCertified() {
		AtomicBoolean servesOld = readBeforeTheStartOfTheFanOut(this.undemanded.withPropertyValues(SECRET));
		assertThat(servesOld).isFalse();
	}

	@Test
	void withoutTheFanOutReadsAreCertifiedFromTheBeginning() {
		AtomicBoolean servesOld = readBeforeTheStartOfTheFanOut(
				this.undemanded.withPropertyValues("perf-starter.coherence.fan-out=off"));
		assertThat(servesOld).isTrue();
	}

	/**
	 * Reads a value while the first beans start, as {@code @PostConstruct} does, until it
	 * is older than the bound.
	 * @return whether the value is served then
	 */
	private static AtomicBoolean readBeforeTheStartOfTheFanOut(ApplicationContextRunner runner) {
		AtomicBoolean servesOld = new AtomicBoolean();
		runner
			.withPropertyValues("perf-starter.coherence.max-staleness=1s",
					"perf-starter.coherence.caches.tickets.time-to-live=10m")
			.withInitializer((context) -> ((GenericApplicationContext) context).registerBean(InitializingBean.class,
					() -> () -> servesOld.set(servesOld(context.getBean(CacheManager.class)))))
			.run((context) -> assertThat(context).hasNotFailed());
		return servesOld;
	}

	private static boolean servesOld(CacheManager cacheManager) {
		Cache tickets = Objects.requireNonNull(cacheManager.getCache("tickets"));
		// A young value is served, so that repeated look-ups do not slow down the start.
		await().until(() -> {
			tickets.get("key", () -> "value");
			return tickets.get("key") != null;
		});
		await().pollDelay(Duration.ofMillis(1_001)).until(() -> true);
		return tickets.get("key") != null;
	}

	@Test
	void stopsWithTheContext() {
		FanOut[] fanOut = new FanOut[1];
		this.demanded.withPropertyValues(SECRET).run((context) -> fanOut[0] = context.getBean(FanOut.class));
		assertThat(fanOut[0].isRunning()).isFalse();
	}

	@Test
	void looksForPeersAtAHeartbeat() {
		this.demanded.withPropertyValues(SECRET, "perf-starter.coherence.discovery-interval=1h").run((context) -> {
			TestDiscoveryClient client = context.getBean(TestDiscoveryClient.class);
			await().until(() -> client.asked.size() == 1);
			context.publishEvent(new HeartbeatEvent(this, 1));
			await().until(() -> client.asked.size() == 2);
		});
	}

	@Test
	void intervalOfLookUpsBeyondThePropagationDelayIsNamed(CapturedOutput output) {
		this.demanded.withPropertyValues(SECRET, "perf-starter.coherence.discovery-interval=60s").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).doesNotContain("is longer than");
		});
		this.demanded.withPropertyValues(SECRET, "perf-starter.coherence.discovery-interval=61s")
			.run((context) -> assertThat(output)
				.contains("'perf-starter.coherence.discovery-interval' (PT1M1S) is longer than "
						+ "'perf-starter.coherence.registry-propagation-delay' (PT1M), which includes it"));
	}

	@Test
	void serviceIdWinsOverTheApplicationName() {
		this.demanded.withPropertyValues(SECRET, "perf-starter.coherence.service-id=other")
			.run((context) -> await().untilAsserted(
					() -> assertThat(context.getBean(TestDiscoveryClient.class).asked).containsExactly("other")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "perf-starter.coherence.enabled=false", "perf-starter.coherence.fan-out=off",
			"perf-starter.coherence.fan-out=false", "perf-starter.coherence.fan-out=OFF" })
	void switchedOffThereIsNoBean(String property) {
		this.demanded.withPropertyValues(property).run(CoherenceFanOutAutoConfigurationTests::assertNoBean);
	}

	private static void assertNoBean(ApplicationContext context) {
		assertThat(context.getBeanNamesForType(FanOut.class)).isEmpty();
		assertThat(context.getBeanNamesForType(DemandLifecycle.class)).isEmpty();
		assertThat(context.getBeanNamesForType(FanOutRequirements.class)).isEmpty();
	}

	@Test
	void noDiscoveryClientNoFanOutAndTheReportSaysWhy() {
		this.bare.withBean(FanOutDemand.class, () -> () -> true).run((context) -> {
			assertNoBean(context);
			assertThat(report(context)).contains("no discovery client lists other instances");
		});
	}

	private static String report(ApplicationContext context) {
		StringBuilder report = new StringBuilder();
		ConditionEvaluationReport
			.get(((org.springframework.context.ConfigurableApplicationContext) context).getBeanFactory())
			.getConditionAndOutcomesBySource()
			.values()
			.forEach((outcomes) -> outcomes.forEach((outcome) -> report.append(outcome.getOutcome().getMessage())));
		return report.toString();
	}

	@Test
	void compositeAndSimpleWithoutInstancesAreNoDiscovery() {
		springCloud().run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBeanNamesForType(DiscoveryClient.class)).hasSize(2);
			assertNoBean(context);
			assertThat(report(context)).contains("spring.cloud.discovery.client.simple.instances");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "spring.cloud.discovery.client.simple.instances.tickets[0].uri=http://localhost:1",
			"spring.cloud.discovery.client.simple.instances.tickets[0].host=localhost" })
	void simpleWithInstancesIsDiscovery(String instance) {
		springCloud().withPropertyValues(SECRET, instance)
			.run((context) -> assertThat(context.getBean(FanOut.class).isRunning()).isTrue());
	}

	@Test
	void registryBesideCompositeAndSimpleIsDiscovery() {
		springCloud().withPropertyValues(SECRET).withBean(TestDiscoveryClient.class).run((context) -> {
			assertThat(context.getBean(FanOut.class).isRunning()).isTrue();
			assertThat(report(context)).containsIgnoringCase("testDiscoveryClient");
			await().untilAsserted(
					() -> assertThat(context.getBean(TestDiscoveryClient.class).asked).containsExactly("tickets"));
		});
	}

	private ApplicationContextRunner springCloud() {
		return this.bare.withBean(FanOutDemand.class, () -> () -> true)
			.withConfiguration(AutoConfigurations.of(UtilAutoConfiguration.class, CommonsClientAutoConfiguration.class,
					SimpleDiscoveryClientAutoConfiguration.class, CompositeDiscoveryClientAutoConfiguration.class));
	}

	@Test
	void conditionCreatesNoDiscoveryClient() {
		this.bare.withBean(DiscoveryClient.class, () -> {
			throw new IllegalStateException("created");
		}, (definition) -> definition.setLazyInit(true))
			.run((context) -> assertThat(context).hasSingleBean(FanOut.class));
	}

	@Test
	void missingSecretStopsTheStartAndOffersOne() {
		this.demanded.run((context) -> {
			FailureAnalysis analysis = analysis(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("'perf-starter.secret'").contains("not set");
			assertThat(analysis.getAction()).containsPattern("perf-starter\\.secret=[\\w-]{43}\\s")
				.contains("'perf-starter.coherence.fan-out'");
			String other = analysisOf(this.demanded).getAction();
			assertThat(analysis.getAction()).isNotEqualTo(other);
		});
	}

	private static FailureAnalysis analysisOf(ApplicationContextRunner runner) {
		FailureAnalysis[] analysis = new FailureAnalysis[1];
		runner.run((context) -> analysis[0] = analysis(context.getStartupFailure()));
		return analysis[0];
	}

	private static FailureAnalysis analysis(Throwable failure) {
		return StartAnalysis.of(failure);
	}

	@ParameterizedTest
	@ValueSource(strings = { "hunter2-hunter2-hunter2-hunter2", "x" })
	void shortSecretStopsTheStartAndIsNotPrinted(String secret) {
		this.demanded.withPropertyValues("perf-starter.secret=" + secret).run((context) -> {
			FailureAnalysis analysis = analysis(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("shorter than 32 characters").doesNotContain("hunter2");
			assertThat(analysis.getAction()).doesNotContain("hunter2");
			assertThat(context.getStartupFailure()).hasMessageNotContaining("hunter2");
		});
	}

	@Test
	void secretThatIsNoneStopsTheStart() {
		assertThat(
				analysisOf(this.demanded.withPropertyValues("perf-starter.secret=" + " ".repeat(40))).getDescription())
			.contains("not set");
		assertThat(analysisOf(this.demanded
			.withPropertyValues("perf-starter.secret=${A_VARIABLE_THAT_IS_NOT_SET_IN_ANY_ENVIRONMENT}"))
			.getDescription()).contains("an unresolved placeholder");
	}

	@Test
	void missingNameStopsTheStart() {
		FailureAnalysis analysis = analysisOf(this.demanded.withPropertyValues(SECRET, "spring.application.name="));
		assertThat(analysis.getDescription()).contains("'perf-starter.coherence.service-id'")
			.contains("'spring.application.name'");
	}

	@Test
	void missingJacksonStopsTheStartWhenThereIsDemand() {
		FilteredClassLoader withoutJackson = new FilteredClassLoader(JsonMapper.class);
		FailureAnalysis analysis = analysisOf(this.demanded.withClassLoader(withoutJackson));
		assertThat(analysis.getDescription()).contains("Jackson");
		assertThat(analysis.getAction()).contains("tools.jackson.core:jackson-databind");
		this.undemanded.withClassLoader(withoutJackson).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context).doesNotHaveBean(FanOut.class);
		});
		this.demanded.withClassLoader(withoutJackson)
			.withPropertyValues("perf-starter.coherence.fan-out=off")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(classes = { DiscoveryClient.class, Filter.class, WebFilter.class, Mono.class, Endpoint.class,
			HealthIndicator.class })
	void missingLibraryIsNoFailure(Class<?> missing) {
		this.demanded.withPropertyValues(SECRET)
			.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void servletFilterComesFirst() {
		new WebApplicationContextRunner().withConfiguration(OURS)
			.withBean(LocalCopies.class, TestCopies::new)
			.withBean(TestDiscoveryClient.class)
			.run((context) -> {
				assertThat(context).doesNotHaveBean(PeerEndpointWebFilter.class);
				FilterRegistrationBean<?> registration = context.getBean(FilterRegistrationBean.class);
				assertThat(registration.getFilter()).isInstanceOf(PeerEndpointFilter.class);
				assertThat(registration.getOrder()).isEqualTo(Ordered.HIGHEST_PRECEDENCE);
			});
	}

	@Test
	void webFilterComesFirst() {
		new ReactiveWebApplicationContextRunner().withConfiguration(OURS)
			.withBean(LocalCopies.class, TestCopies::new)
			.withBean(TestDiscoveryClient.class)
			.run((context) -> {
				assertThat(context).doesNotHaveBean(FilterRegistrationBean.class);
				assertThat(context.getBean(PeerEndpointWebFilter.class).getOrder())
					.isEqualTo(Ordered.HIGHEST_PRECEDENCE);
			});
	}

	@Test
	void idOfTheFanOutIsTheAnnouncedOneBeforeTheInstanceIsRegistered() {
		this.demanded
			.withPropertyValues(SECRET, "spring.cloud.zookeeper.discovery.metadata.perf-starter-incarnation=announced")
			.run((context) -> assertThat(context.getBean(FanOut.class).status()).extracting(NodeStatus::origin)
				.isEqualTo("announced"));
	}

	@Test
	void startsBeforeTheRegistrationAndStopsBetweenTheGraceAndTheEndOfTheWebServer() {
		assertThat(DemandLifecycle.START).isNegative();
		assertThat(DemandLifecycle.DISCOVERY).isGreaterThan(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE)
			.isLessThan(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE);
	}

	@ParameterizedTest
	@CsvSource({ "read-timeout,-1s", "discovery-interval,1ns", "read-timeout,99999999999d" })
	void wrongDurationStopsTheStart(String name, String value) {
		this.undemanded.withPropertyValues("perf-starter.coherence.%s=%s".formatted(name, value))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidConfigurationPropertyValueException.class)
				.hasMessageContaining("perf-starter.coherence." + name));
	}

	@Test
	void listedInstancesFindEachOtherWithoutSpringCloud() throws IOException {
		int one = FreePort.find();
		int other = FreePort.find();
		ApplicationContextRunner listed = this.bare.withBean(FanOutDemand.class, () -> () -> true)
			.withClassLoader(new FilteredClassLoader("org.springframework.cloud"))
			.withPropertyValues(SECRET, "perf-starter.coherence.discovery-interval=200ms",
					"perf-starter.coherence.registry-propagation-delay=200ms",
					"perf-starter.coherence.peers=localhost:%d, http://localhost:%d".formatted(one, other));
		listed.withPropertyValues("perf-starter.coherence.port=" + one)
			.run((first) -> listed.withPropertyValues("perf-starter.coherence.port=" + other).run((second) -> {
				// An instance that hears another one for the first time clears its
				// caches, instead of applying single evictions.
				await().until(() -> first.getBean(FanOut.class).certificateAge() != null);
				await().until(() -> second.getBean(FanOut.class).certificateAge() != null);
				Event event = Event.keys("tickets", List.of(1L));
				first.getBean(FanOut.class).publish(List.of(event));
				await().untilAsserted(() -> assertThat(((TestCopies) second.getBean(LocalCopies.class)).evicted)
					.containsExactly(event));
				assertThat(((TestCopies) first.getBean(LocalCopies.class)).evicted).isEmpty();
			}));
	}

	@Test
	void listReplacesTheRegistries() {
		this.demanded.withPropertyValues(SECRET, "perf-starter.coherence.peers=localhost:1").run((context) -> {
			await().until(() -> context.getBean(FanOut.class).peers() == 1);
			assertThat(context.getBean(TestDiscoveryClient.class).asked).isEmpty();
		});
	}

	@Test
	void listNeedsNoNameOfTheService() {
		this.demanded
			.withPropertyValues(SECRET, "spring.application.name=", "perf-starter.coherence.peers=dns:localhost:1")
			.run((context) -> assertThat(context.getBean(FanOut.class).isRunning()).isTrue());
	}

	@ParameterizedTest
	@CsvSource({ "peers, 'localhost:1,tickets', tickets, such as", "port, -1, -1, 1 to 65535", "port, 0, 0, 1 to 65535",
			"port, 65536, 65536, 1 to 65535", "ssl-bundle, nope, nope, spring.ssl.bundle.pem.nope" })
	void wrongSettingStopsTheStart(String name, String setting, String value, String reason) {
		String property = "perf-starter.coherence." + name;
		assertInvalid(this.demanded.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
			.withPropertyValues(SECRET, property + "=" + setting), property, value, reason);
	}

	@ParameterizedTest
	@ValueSource(strings = { "server.port", "management.server.port" })
	void portOfTheApplicationStopsTheStart(String other) {
		assertInvalid(this.demanded.withPropertyValues(SECRET, "perf-starter.coherence.port=9317", other + "=9317"),
				"perf-starter.coherence.port", 9317, other);
	}

	@Test
	void portInUseStopsTheStart() throws IOException {
		try (ServerSocket used = new ServerSocket(0)) {
			int port = used.getLocalPort();
			assertInvalid(this.demanded.withPropertyValues(SECRET, "perf-starter.coherence.port=" + port),
					"perf-starter.coherence.port", port, "in use");
		}
	}

	@Test
	void listenerNeedsACertificate() {
		String store = "classpath:io/perfstarter/coherence/autoconfigure/peers.p12";
		assertInvalid(this.demanded.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
			.withPropertyValues(SECRET, "perf-starter.coherence.port=9317", "perf-starter.coherence.ssl-bundle=trust",
					"spring.ssl.bundle.jks.trust.truststore.location=" + store,
					"spring.ssl.bundle.jks.trust.truststore.password=test-only"),
				"perf-starter.coherence.ssl-bundle", "trust", "certificate");
	}

	private static void assertInvalid(ApplicationContextRunner runner, String name, Object value, String reason) {
		runner.run((context) -> assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
			.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (failure) -> {
				assertThat(failure.getName()).isEqualTo(name);
				assertThat(failure.getValue()).hasToString(value.toString());
				assertThat(failure.getReason()).contains(reason);
			}));
	}

	@Test
	void yamlReadsOffAsFalseWhichIsOff() {
		this.demanded
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("yaml", Map.of("perf-starter.coherence.fan-out", false))))
			.run(CoherenceFanOutAutoConfigurationTests::assertNoBean);
	}

	@Test
	void secretIsNotPrinted() {
		this.demanded.withPropertyValues(SECRET)
			.run((context) -> assertThat(context.getBean(CoherenceProperties.class).toString())
				.doesNotContain("thirty-two"));
	}

}
