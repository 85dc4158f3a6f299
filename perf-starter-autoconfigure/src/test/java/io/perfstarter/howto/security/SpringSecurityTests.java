package io.perfstarter.howto.security;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.FanOut;
import io.perfstarter.fixtures.FreePort;
import io.perfstarter.fixtures.NamedDatabases;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.warmup.WarmupPhase;
import io.perfstarter.warmup.run.Warmup;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the page on Spring Security: two instances with its chains, a database and a
 * replica.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class SpringSecurityTests {

	private static final String ENDPOINT = "/perf-starter/coherence/v2/events";

	private static final String SECRET = "the secret that both instances share";

	private static final NamedDatabases databases = new NamedDatabases();

	private static final List<Integer> ports = new ArrayList<>();

	@AutoClose
	private static ConfigurableApplicationContext first;

	@AutoClose
	private static ConfigurableApplicationContext second;

	private final Visitor stranger = Visitor.withoutCookies(ports.get(0));

	@BeforeAll
	static void start() throws IOException {
		for (int i = 0; i < 3; i++) {
			ports.add(FreePort.find());
		}
		first = start(0);
		second = start(1);
	}

	private static ConfigurableApplicationContext start(int index, String... more) {
		List<String> arguments = new ArrayList<>(List.of("--server.port=" + ports.get(index),
				"--spring.datasource.url=" + databases.url("primary"), "--spring.datasource.username=sa",
				"--REPLICA_URL=" + databases.url("replica"), "--COHERENCE_SECRET=" + SECRET,
				"--WARMUP_LOGIN=" + Visitor.login("guest"), "--perf-starter.warmup.min-requests=5",
				// For a busy machine: a read that waits longer asks the primary.
				"--perf-starter.routing.replicas.r1.hikari.connection-timeout=10000"));
		for (int i = 0; i <= Math.max(1, index); i++) {
			arguments.add("--spring.cloud.discovery.client.simple.instances.tickets[%d].uri=http://127.0.0.1:%d"
				.formatted(i, ports.get(i)));
		}
		arguments.addAll(List.of(more));
		return new SpringApplicationBuilder(TicketApplication.class).web(WebApplicationType.SERVLET)
			.properties("spring.config.location=classpath:/howto/spring-security.yml", "spring.main.banner-mode=off",
					"spring.jmx.enabled=false")
			.run(arguments.toArray(String[]::new));
	}

	@Test
	void peersAreLetThroughByTheirSignatureAndNobodyElse() {
		FanOut fanOut = first.getBean(FanOut.class);
		await("peers").until(() -> fanOut.peers() == 1);
		await("copy").untilAsserted(() -> {
			second.getBean(TicketDesk.class).ticket(1);
			assertThat(second.getBean(CacheManager.class).getCache("tickets").get(1L)).isNotNull();
		});
		first.getBean(TicketDesk.class).change(1);
		await("eviction")
			.untilAsserted(() -> assertThat(second.getBean(CacheManager.class).getCache("tickets").get(1L)).isNull());

		double refused = refused();
		assertThat(this.stranger.post(ENDPOINT, "application/json").statusCode()).isEqualTo(401);
		assertThat(refused()).isEqualTo(refused + 1);
		assertThat(this.stranger.post(ENDPOINT + "/more", "application/json").statusCode()).isEqualTo(401);
		assertThat(refused()).isEqualTo(refused + 1);
		assertThat(this.stranger.get("/tickets/1").statusCode()).isEqualTo(401);
	}

	@Test
	void healthIsForEverybodyAndTheRestOfActuatorForOperators() {
		for (String path : List.of("/actuator/health/readiness", "/livez", "/readyz")) {
			assertThat(this.stranger.get(path).statusCode()).as(path).isEqualTo(200);
		}
		for (String endpoint : List.of("coherence", "routing", "warmup", "whyslow")) {
			String path = "/actuator/" + endpoint;
			assertThat(this.stranger.get(path).statusCode()).as(path).isEqualTo(401);
			assertThat(this.stranger.getAs("guest", path).statusCode()).as(path).isEqualTo(403);
			assertThat(this.stranger.getAs("operator", path).statusCode()).as(path).isEqualTo(200);
		}
	}

	@Test
	void whoHasLoggedInFindsWhatHeHasChanged() {
		Visitor visitor = Visitor.of(ports.get(0));
		visitor.logIn("guest");
		await("replica").untilAsserted(() -> assertThat(visitor.get("/database").body()).isEqualTo("replica"));
		assertThat(visitor.change("/tickets/7").statusCode()).isEqualTo(200);
		assertThat(visitor.get("/database").body()).isEqualTo("primary");
		assertThat(this.stranger.getAs("guest", "/database").body()).isEqualTo("replica");
	}

	@Test
	void warmupLogsInAndOpensNoSession() {
		assertThat(first.getBean(Warmup.class).report().phase()).isEqualTo(WarmupPhase.SUCCEEDED);
		assertThat(this.stranger.getAs("guest", "/tickets/1").headers().allValues("Set-Cookie"))
			.noneMatch((cookie) -> cookie.startsWith("JSESSIONID"));
	}

	@Test
	void securityThatComesFirstIsToldOf(CapturedOutput output) {
		try (ConfigurableApplicationContext third = start(2, "--spring.security.filter.order=-2147483648")) {
			// It is registered, so it sends itself a message as well.
			MeterRegistry meters = third.getBean(MeterRegistry.class);
			await("refusal").untilAsserted(() -> assertThat(
					meters.get("perf.starter.coherence.failed").tag("reason", "unauthorized").counter().count())
				.isPositive());
			await("warning").untilAsserted(() -> assertThat(output)
				.contains("Peer '127.0.0.1:%d' rejects the signature of this instance".formatted(ports.get(2))));
		}
	}

	private static double refused() {
		return first.getBean(MeterRegistry.class)
			.get("perf.starter.coherence.refused")
			.tag("reason", "signature")
			.counter()
			.count();
	}

	/**
	 * The application of the page.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			exclude = { HibernateJpaAutoConfiguration.class, DataJpaRepositoriesAutoConfiguration.class })
	@Import({ SecurityConfiguration.class, TicketController.class, TicketDesk.class })
	static class TicketApplication {

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(user("guest", "GUEST"), user("operator", "OPERATOR"));
		}

		private static UserDetails user(String name, String role) {
			return User.withUsername(name).password("{noop}" + name).roles(role).build();
		}

	}

}
