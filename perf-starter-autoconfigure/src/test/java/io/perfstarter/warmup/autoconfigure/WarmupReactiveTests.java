package io.perfstarter.warmup.autoconfigure;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.warmup.WarmupContext;
import io.perfstarter.warmup.WarmupPhase;
import io.perfstarter.warmup.run.Warmup;
import io.perfstarter.web.autoconfigure.AutoConfigureWeb;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the warm-up of a reactive application.
 */
@Timeout(120)
@Tag(Tier.CI)
class WarmupReactiveTests {

	private final HttpClient client = HttpClient.newHttpClient();

	@ParameterizedTest
	@CsvSource({ "'', local.server.port, /shop", "0, local.management.port, ''" })
	void callsAreMarkedAndInNoMeterAndOthersAreRejectedUntilItIsWarm(String management, String actuator, String base)
			throws Exception {
		CompletableFuture<ConfigurableApplicationContext> started = new CompletableFuture<>();
		SpringApplicationBuilder builder = new SpringApplicationBuilder(ReactiveApplication.class)
			.web(WebApplicationType.REACTIVE)
			.listeners((ApplicationListener<ApplicationStartedEvent>) (event) -> started
				.complete(event.getApplicationContext()))
			.properties("server.port=0", "spring.main.banner-mode=off", "spring.jmx.enabled=false",
					"spring.webflux.base-path=/shop", "spring.reactor.context-propagation=auto",
					"perf-starter.warmup.reject-until-warm=true", "perf-starter.warmup.requests[0].path=/tickets",
					"perf-starter.warmup.min-requests=20", "management.server.port=" + management,
					"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration");
		CompletableFuture<ConfigurableApplicationContext> start = CompletableFuture.supplyAsync(builder::run,
				(task) -> new Thread(task, "main of a test").start());
		ConfigurableApplicationContext context = started.get(60, TimeUnit.SECONDS);
		ReactiveApplication application = context.getBean(ReactiveApplication.class);
		try {
			assertThat(application.called.await(60, TimeUnit.SECONDS)).isTrue();
			assertThat(get(context, "/shop/tickets")).isEqualTo(503);
			assertThat(get(context, actuator, base + "/actuator/health/liveness")).isEqualTo(200);
			application.held.countDown();
			start.get(60, TimeUnit.SECONDS);
			assertThat(context.getBean(Warmup.class).report().phase()).isEqualTo(WarmupPhase.SUCCEEDED);
			assertThat(application.seen).hasSizeGreaterThanOrEqualTo(20).containsOnly("true, header false");
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			assertThat(meters.getMeters()).noneMatch((meter) -> "/tickets".equals(meter.getId().getTag("uri")));
			assertThat(get(context, "/shop/tickets")).isEqualTo(200);
			assertThat(application.seen).last().isEqualTo("false, header false");
			await().untilAsserted(() -> assertThat(meters.getMeters())
				.anyMatch((meter) -> "/tickets".equals(meter.getId().getTag("uri"))));
		}
		finally {
			application.held.countDown();
			context.close();
		}
	}

	@Test
	void pathOfServletsIsIgnored() {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(ReactiveApplication.class)
			.web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off", "spring.jmx.enabled=false",
					"server.servlet.context-path=/ignored", "perf-starter.warmup.requests[0].path=/now",
					"perf-starter.warmup.min-requests=20",
					"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
			.run();
		try {
			assertThat(context.getBean(Warmup.class).report().phase()).isEqualTo(WarmupPhase.SUCCEEDED);
		}
		finally {
			context.close();
		}
	}

	private int get(ConfigurableApplicationContext context, String path) throws Exception {
		return get(context, "local.server.port", path);
	}

	private int get(ConfigurableApplicationContext context, String server, String path) throws Exception {
		String port = context.getEnvironment().getProperty(server);
		HttpResponse<Void> response = this.client.send(
				HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
				BodyHandlers.discarding());
		return response.statusCode();
	}

	/**
	 * An application that is warmed up, and waits in the middle of that for its test.
	 */
	@Configuration(proxyBeanMethods = false)
	@AutoConfigureWeb
	@RestController
	static class ReactiveApplication {

		private final CountDownLatch called = new CountDownLatch(1);

		private final CountDownLatch held = new CountDownLatch(1);

		private final List<String> seen = new CopyOnWriteArrayList<>();

		@Bean
		MeterRegistry meters() {
			return new SimpleMeterRegistry();
		}

		@Bean
		SecurityWebFilterChain everybody(ServerHttpSecurity security) {
			return security.authorizeExchange((exchanges) -> exchanges.anyExchange().permitAll()).build();
		}

		@GetMapping("/now")
		Mono<String> now() {
			return Mono.just("now");
		}

		@GetMapping("/tickets")
		Mono<String> tickets(ServerHttpRequest request) {
			return Mono.fromCallable(() -> {
				this.called.countDown();
				this.held.await(60, TimeUnit.SECONDS);
				this.seen.add(WarmupContext.active() + ", header "
						+ request.getHeaders().containsHeader("Perf-Starter-Warmup"));
				return "tickets";
			}).subscribeOn(Schedulers.boundedElastic());
		}

	}

}
