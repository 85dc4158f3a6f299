package io.perfstarter.boundary.remote;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.micrometer.observation.ObservationRegistry;
import io.perfstarter.boundary.autoconfigure.BoundaryAutoConfiguration;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests asynchronous requests that keep their connection with {@code open-in-view}, with
 * a single request thread.
 */
@ExtendWith(OutputCaptureExtension.class)
class AsynchronousRequestTests {

	private CountingServer server;

	private ConfigurableApplicationContext context;

	private String url;

	@BeforeEach
	void start() throws IOException {
		this.server = new CountingServer();
		this.context = new SpringApplicationBuilder(Application.class)
			.properties("server.port=0", "server.tomcat.threads.max=1", "server.tomcat.threads.min-spare=1",
					"spring.datasource.generate-unique-name=true", "spring.jpa.open-in-view=true",
					"perf-starter.boundary.remote-calls=fail", "perf-starter.boundary.idle-connection-threshold=100ms",
					"payments.url=" + this.server.url())
			.run();
		this.url = "http://localhost:" + this.context.getEnvironment().getProperty("local.server.port");
	}

	@AfterEach
	void stop() {
		this.context.getBean(Orders.class).release.countDown();
		this.context.close();
		this.server.close();
	}

	@Test
	void isReportedWithoutTheStackOfTheThreadThatHasLeftIt(CapturedOutput output) {
		CompletableFuture<String> response = get("/waiting");
		await().untilAsserted(() -> assertThat(output).contains("The request continues asynchronously"));
		this.context.getBean(Orders.class).release.countDown();
		assertThat(response.join()).isEqualTo("done");
		assertThat(output).doesNotContain("close() is missing");
	}

	@Test
	void doesNotConcernTheNextRequestOfItsThread() {
		CompletableFuture<String> waiting = get("/waiting");
		await().until(() -> this.context.getBean(Orders.class).waiting.getCount() == 0);
		assertThat(get("/pay").join()).isEqualTo("paid");
		assertThat(this.server.requests()).isOne();
		this.context.getBean(Orders.class).release.countDown();
		assertThat(waiting.join()).isEqualTo("done");
	}

	@Test
	void holdsItsConnectionOnTheThreadThatHasContinuedIt() {
		assertThat(get("/callable").join()).contains("while holding a connection of pool");
		assertThat(this.server.requests()).isZero();
	}

	private CompletableFuture<String> get(String path) {
		return HttpClient.newHttpClient()
			.sendAsync(HttpRequest.newBuilder(URI.create(this.url + path)).build(),
					HttpResponse.BodyHandlers.ofString())
			.thenApply(HttpResponse::body);
	}

	/**
	 * Requests that read first, and answer later.
	 */
	@RestController
	static class Orders {

		private final CountDownLatch waiting = new CountDownLatch(1);

		private final CountDownLatch release = new CountDownLatch(1);

		private final TransactionTemplate transactions;

		private final ObservationRegistry registry;

		private final String payments;

		@PersistenceContext
		private EntityManager entities;

		Orders(PlatformTransactionManager manager, ObservationRegistry registry, String payments) {
			this.transactions = new TransactionTemplate(manager);
			this.registry = registry;
			this.payments = payments;
		}

		private void read() {
			this.entities.createNativeQuery("select 1").getSingleResult();
		}

		private String pay() {
			Client.REST_CLIENT.pay(this.payments, this.registry);
			return "paid";
		}

		@GetMapping("/waiting")
		DeferredResult<String> waiting() {
			read();
			DeferredResult<String> result = new DeferredResult<>(60_000L);
			new Thread(() -> {
				try {
					this.waiting.countDown();
					result.setResult(this.release.await(60, TimeUnit.SECONDS) ? "done" : "not released");
				}
				catch (InterruptedException ex) {
					result.setErrorResult(ex);
				}
			}).start();
			return result;
		}

		@GetMapping("/pay")
		String payWithoutAConnection() {
			return pay();
		}

		@GetMapping("/callable")
		Callable<String> callable() {
			read();
			return () -> {
				try {
					return this.transactions.execute((status) -> pay());
				}
				catch (RuntimeException ex) {
					return ex.getMessage();
				}
			};
		}

	}

	/**
	 * JPA with an open persistence context for each request, which is Boot's default.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataSourceAutoConfiguration.class, HibernateJpaAutoConfiguration.class,
			TransactionAutoConfiguration.class, ObservationAutoConfiguration.class, BoundaryAutoConfiguration.class,
			JdbcObservationAutoConfiguration.class, TomcatServletWebServerAutoConfiguration.class,
			DispatcherServletAutoConfiguration.class, WebMvcAutoConfiguration.class,
			HttpMessageConvertersAutoConfiguration.class })
	static class Application {

		@Bean
		Orders orders(PlatformTransactionManager manager, ObservationRegistry registry, Environment environment) {
			return new Orders(manager, registry, environment.getRequiredProperty("payments.url"));
		}

	}

}
