package io.perfstarter.coherence.autoconfigure;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.fixtures.Tier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.cloud.client.serviceregistry.Registration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for what Actuator shows of coherence.
 */
@Tag(Tier.CI)
class CoherenceActuatorTests {

	private static final TestDiscoveryClient peers = new TestDiscoveryClient();

	@AutoClose
	private static ConfigurableApplicationContext first;

	@AutoClose
	private static ConfigurableApplicationContext second;

	private final TestDiscoveryClient registry = new TestDiscoveryClient();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(EndpointAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class,
						CoherenceAutoConfiguration.class, CoherenceFanOutAutoConfiguration.class))
		.withBean(TestDiscoveryClient.class, () -> this.registry)
		.withBean(FanOutDemand.class, () -> () -> true)
		.withBean(TestCopies.class)
		.withPropertyValues("spring.application.name=tickets", "perf-starter.secret=a secret of thirty-two characters");

	@BeforeAll
	static void startPair() {
		first = start("perf-starter.coherence.forgotten-evictions=true",
				"perf-starter.coherence.caches.prices.time-to-live=10m");
		second = start();
	}

	@Test
	void endpointTellsOfThePeers() throws Exception {
		await().until(() -> first.getBean(FanOut.class).peers() == 1);
		JsonNode description = await().until(() -> get(first, "/actuator/coherence"),
				(json) -> json.get("mode").asString().equals("CERTIFIED") && json.get("members").size() == 1
						&& json.get("members").get(0).hasNonNull("heardAge"));
		assertThat(description.get("maxStaleness").asString()).isEqualTo("PT15S");
		assertThat(description.get("certificateAge").asString()).startsWith("PT");
		assertThat(description.get("cachesBehind").isEmpty()).isTrue();
		assertThat(description.get("repairs").isArray()).isTrue();
		JsonNode member = description.get("members").get(0);
		assertThat(member.get("address").asString()).contains(Integer.toString(port(second)));
		assertThat(member.get("last").asString()).isEqualTo("APPLIED");
		assertThat(member.get("origin").asString())
			.isEqualTo(get(second, "/actuator/coherence").get("origin").asString());
		JsonNode health = get(first, "/actuator/health/coherence");
		assertThat(health.get("status").asString()).isEqualTo("UP");
		assertThat(health.get("details").get("mode").asString()).isEqualTo("CERTIFIED");
		assertThat(health.get("details").get("peers").asInt()).isEqualTo(1);
	}

	@Test
	void endpointNamesTheCachesWithAChangeInProgressHereOrThere() throws Exception {
		for (ConfigurableApplicationContext each : List.of(first, second)) {
			FreshnessWatermark watermark = each.getBean(FreshnessWatermark.class);
			List.of("tickets", "zones", "lots").forEach(watermark::forCache);
		}
		Runnable change = first.getBean(PendingCommits.class).begin(List.of("tickets", "unmanaged"));
		Runnable other = second.getBean(PendingCommits.class).begin(List.of("zones"));
		for (ConfigurableApplicationContext each : List.of(first, second)) {
			await().until(() -> get(each, "/actuator/coherence").get("cachesBehind"),
					(caches) -> caches.propertyNames().equals(Set.of("tickets", "zones"))
							&& caches.get("zones").asString().startsWith("PT"));
		}
		change.run();
		await().until(() -> get(second, "/actuator/coherence").get("cachesBehind"),
				(caches) -> caches.propertyNames().equals(Set.of("zones")));
		assertThat(get(first, "/actuator/coherence").get("mode").asString()).isEqualTo("CERTIFIED");
		other.run();
		await().until(() -> get(first, "/actuator/coherence").get("cachesBehind").isEmpty());
	}

	@Test
	void whoIsNotHeardIsNamedAndTheServiceStaysUp() {
		this.registry.register(1, false);
		this.registry.register(2, false);
		Registration own = mock();
		given(own.getUri()).willReturn(URI.create("http://localhost:2"));
		given(own.getPort()).willReturn(2);
		this.contextRunner.withBean(Registration.class, () -> own)
			.withPropertyValues("perf-starter.coherence.registry-propagation-delay=0s",
					"perf-starter.coherence.discovery-interval=200ms")
			.run((context) -> {
				context.getBean(FanOut.class).listening();
				HealthIndicator indicator = (HealthIndicator) shown(context);
				Health health = await().until(indicator::health,
						(current) -> "UNCERTIFIED".equals(String.valueOf(current.getDetails().get("mode"))));
				assertThat(health.getStatus()).isEqualTo(Status.UP);
				assertThat(health.getDetails().get("silent")).asString().contains(":1");
			});
	}

	private static @Nullable HealthContributor shown(ApplicationContext context) {
		return context.getBean(HealthContributorRegistry.class).getContributor("coherence");
	}

	@Test
	void endpointListsForgottenEvictionsIfTheyAreLookedFor() throws Exception {
		String path = "/actuator/coherence/forgotten-evictions";
		assertThat(get(first, path).isArray()).isTrue();
		assertThat(get(first, path)).isEmpty();
		assertThat(get(second, path).isArray()).isFalse();
	}

	@Test
	void endpointIsThereOnlyWhenItIsExposed() {
		this.contextRunner.run((context) -> assertThat(context).doesNotHaveBean(CoherenceEndpoint.class));
		this.contextRunner.withPropertyValues("management.endpoints.web.exposure.include=coherence")
			.run((context) -> assertThat(context).hasSingleBean(CoherenceEndpoint.class));
	}

	@Test
	void healthCanBeSwitchedOff() {
		this.contextRunner.withPropertyValues("management.health.coherence.enabled=false")
			.run((context) -> assertThat(shown(context)).isNull());
	}

	private static ConfigurableApplicationContext start(String... properties) {
		ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
			.initializers((context) -> ((GenericApplicationContext) context).registerBean(TestDiscoveryClient.class,
					() -> peers))
			.properties("server.port=0", "spring.application.name=tickets", "spring.main.banner-mode=off",
					"perf-starter.secret=a secret of thirty-two characters",
					"perf-starter.coherence.discovery-interval=200ms",
					"perf-starter.coherence.registry-propagation-delay=0s",
					"management.endpoints.web.exposure.include=health,coherence",
					"management.endpoint.health.show-details=always", "spring.jmx.enabled=false")
			.properties(properties)
			.run();
		peers.register(port(application), false);
		return application;
	}

	private static int port(ConfigurableApplicationContext application) {
		return ((WebServerApplicationContext) application).getWebServer().getPort();
	}

	private static JsonNode get(ConfigurableApplicationContext application, String path) throws Exception {
		HttpRequest request = HttpRequest
			.newBuilder(URI.create("http://localhost:%d%s".formatted(port(application), path)))
			.build();
		return JsonMapper.shared().readTree(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(excludeName = {
			"org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration" })
	@Import(TestCopies.class)
	static class Application {

		@Bean
		FanOutDemand demand() {
			return () -> true;
		}

	}

}
