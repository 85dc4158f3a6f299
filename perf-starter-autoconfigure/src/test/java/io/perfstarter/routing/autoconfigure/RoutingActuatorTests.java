package io.perfstarter.routing.autoconfigure;

import io.perfstarter.fixtures.NamedDatabases;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration;
import org.springframework.boot.jdbc.health.DataSourceHealthIndicator;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the endpoint and the health indicator of routing.
 */
@Tag(Tier.CI)
class RoutingActuatorTests {

	private final NamedDatabases databases = new NamedDatabases();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(EndpointAutoConfiguration.class, DataSourceAutoConfiguration.class,
				HealthContributorRegistryAutoConfiguration.class, DataSourceHealthContributorAutoConfiguration.class,
				RoutingAutoConfiguration.class))
		.withPropertyValues("spring.datasource.url=" + this.databases.url("primary"),
				"perf-starter.routing.replicas.alive.url=" + this.databases.url("replica"),
				"perf-starter.routing.replicas.dead.url=" + NamedDatabases.DEAD);

	@Test
	void endpointTellsOfTheServers() {
		this.contextRunner.withPropertyValues("management.endpoints.web.exposure.include=routing").run((context) -> {
			RoutingEndpoint endpoint = context.getBean(RoutingEndpoint.class);
			await().untilAsserted(() -> assertThat(endpoint.routing().primary().answering()).isTrue());
			assertThat(endpoint.routing().replicas()).extracting(RoutingStatus.Member::name)
				.containsExactly("alive", "dead");
		});
	}

	@Test
	void endpointIsThereOnlyWhenItIsExposed() {
		this.contextRunner.run((context) -> assertThat(context).doesNotHaveBean(RoutingEndpoint.class));
	}

	@Test
	void deadReplicaIsNamedAndTheApplicationStaysUp() {
		this.contextRunner.run((context) -> {
			HealthIndicator indicator = (HealthIndicator) shown(context);
			await().untilAsserted(() -> {
				Health health = indicator.health();
				assertThat(health.getStatus()).isEqualTo(Status.UP);
				assertThat(health.getDetails().get("replicas")).asInstanceOf(MAP)
					.containsEntry("alive", "UP")
					.hasEntrySatisfying("dead", (state) -> assertThat(state).isNotEqualTo("UP"));
			});
		});
	}

	private static @Nullable HealthContributor shown(ApplicationContext context) {
		return context.getBean(HealthContributorRegistry.class).getContributor("routing");
	}

	@Test
	void databaseHealthIsThePrimarys() {
		this.contextRunner.run((context) -> {
			DataSourceHealthIndicator indicator = context.getBean(DataSourceHealthIndicator.class);
			Health health = indicator.health();
			assertThat(health.getStatus()).isEqualTo(Status.UP);
		});
		this.contextRunner
			.withPropertyValues("spring.datasource.url=" + NamedDatabases.DEAD + "-too",
					"spring.datasource.hikari.connection-timeout=500")
			.run((context) -> {
				Health health = context.getBean(DataSourceHealthIndicator.class).health();
				assertThat(health.getStatus()).isEqualTo(Status.DOWN);
			});
	}

	@Tag(Tier.ALL)
	@Test
	void healthCanBeSwitchedOff() {
		this.contextRunner.withPropertyValues("management.health.routing.enabled=false")
			.run((context) -> assertThat(context).hasSingleBean(Routing.class)
				.satisfies((started) -> assertThat(shown(started)).isNull()));
	}

	@Tag(Tier.ALL)
	@Test
	void backsOffFromTheIndicatorOfTheUser() {
		this.contextRunner
			.withBean("routingHealthIndicator", HealthIndicator.class, () -> () -> Health.unknown().build())
			.run((context) -> assertThat(shown(context)).isSameAs(context.getBean("routingHealthIndicator")));
	}

}
