package io.perfstarter.sample.warmup;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.sample.fanout.EurekaServer;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.awaitility.Awaitility.await;

/**
 * An instance whose warm-up waits for the test.
 */
final class HeldInstance implements AutoCloseable {

	static final String SERVICE = "warming-service";

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final Hold hold = new Hold();

	private final int port = FreePort.find();

	private final CompletableFuture<ConfigurableApplicationContext> start = new CompletableFuture<>();

	HeldInstance(EurekaServer eureka, String... more) throws IOException {
		List<String> arguments = new ArrayList<>(List.of("--spring.config.name=of-no-file",
				"--spring.application.name=" + SERVICE, "--server.address=127.0.0.1", "--server.port=" + this.port,
				"--server.shutdown=immediate", eureka.argument(), "--eureka.client.jersey.enabled=false",
				"--eureka.client.instance-info-replication-interval-seconds=1",
				"--eureka.client.registry-fetch-interval-seconds=1",
				"--eureka.instance.lease-renewal-interval-in-seconds=1", "--eureka.instance.hostname=127.0.0.1",
				// What a refresh of the configuration sets to its default where it is not
				// configured.
				"--eureka.instance.ip-address=127.0.0.1", "--eureka.instance.non-secure-port=" + this.port,
				"--eureka.instance.instance-id=held:" + this.port, "--spring.freemarker.enabled=false",
				"--spring.cloud.loadbalancer.enabled=false", "--perf-starter.warmup.timeout=60s",
				"--perf-starter.warmup.min-requests=5", "--perf-starter.warmup.requests[0].path=/hello",
				"--perf-starter.coherence.enabled=false", "--logging.level.root=warn",
				"--logging.level.io.perfstarter=info", "--logging.level.com.netflix=error"));
		arguments.addAll(List.of(more));
		SpringApplicationBuilder application = new SpringApplicationBuilder(HeldApplication.class)
			.web(WebApplicationType.SERVLET)
			.bannerMode(Banner.Mode.OFF)
			.initializers((context) -> context.getBeanFactory().registerSingleton("hold", this.hold));
		Thread thread = new Thread(() -> start(application, arguments), "start-of-" + this.port);
		thread.setDaemon(true);
		thread.start();
		await("warm-up").until(() -> {
			if (this.start.isCompletedExceptionally()) {
				this.start.join();
			}
			return this.hold.hasBegun();
		});
	}

	private void start(SpringApplicationBuilder application, List<String> arguments) {
		try {
			this.start.complete(application.run(arguments.toArray(String[]::new)));
		}
		catch (Throwable ex) {
			this.start.completeExceptionally(ex);
		}
	}

	/**
	 * Lets it become warm, and waits until it has started.
	 */
	void release() {
		this.hold.release();
		this.start.join();
	}

	void refresh() {
		this.start.join().getBean(ContextRefresher.class).refresh();
	}

	/**
	 * What it answers; 0 if it does not.
	 */
	int status(String path) {
		try {
			return get(path).statusCode();
		}
		catch (IOException ex) {
			return 0;
		}
	}

	HttpResponse<String> get(String path) throws IOException {
		try {
			return this.client.send(
					HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(this.port, path))).build(),
					BodyHandlers.ofString());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException(ex);
		}
	}

	@Override
	public void close() {
		release();
		this.start.join().close();
	}

	/**
	 * A small web application.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	@Import(HelloController.class)
	static class HeldApplication {

	}

	/**
	 * Says hello.
	 */
	@RestController
	static class HelloController {

		@GetMapping("/hello")
		String hello() {
			return "hello";
		}

	}

}
