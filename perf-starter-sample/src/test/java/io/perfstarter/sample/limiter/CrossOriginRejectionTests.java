package io.perfstarter.sample.limiter;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

import io.perfstarter.fixtures.Browser;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * What a page of another origin sees of the request limiter, in a real browser.
 */
@Tag(Tier.ALL)
class CrossOriginRejectionTests {

	private Browser browser;

	private ConfigurableApplicationContext context;

	@BeforeEach
	void start() throws Exception {
		Optional<Path> program = Browser.find();
		assumeThat(program).as("Chromium is neither on the PATH nor named by CHROMIUM: the page is not seen")
			.isPresent();
		this.context = new SpringApplicationBuilder(Application.class).bannerMode(Banner.Mode.OFF)
			.run("--spring.config.location=optional:classpath:none/", "--server.port=0",
					"--eureka.client.enabled=false", "--spring.cloud.discovery.enabled=false",
					"--logging.level.root=warn", "--server.shutdown=immediate",
					"--perf-starter.async.requests.concurrency-limit=1",
					"--perf-starter.async.requests.queue-capacity=0",
					"--perf-starter.async.requests.exclude=/page, /favicon.ico");
		this.browser = Browser.start(program.get());
		// To a browser, 127.0.0.1 and localhost are two origins.
		this.browser.open(address("127.0.0.1", "/page"));
		takeTheOnlyPlace();
	}

	@AfterEach
	void stop() throws Exception {
		if (this.browser != null) {
			this.browser.close();
		}
		if (this.context != null) {
			this.context.getBean(Application.class).door.countDown();
			this.context.close();
		}
	}

	private String address(String host, String path) {
		return "http://%s:%d%s".formatted(host, ((WebServerApplicationContext) this.context).getWebServer().getPort(),
				path);
	}

	private void takeTheOnlyPlace() {
		HttpClient.newHttpClient()
			.sendAsync(HttpRequest.newBuilder(URI.create(address("localhost", "/held"))).build(),
					BodyHandlers.discarding());
		CountDownLatch begun = this.context.getBean(Application.class).begun;
		await().until(() -> begun.getCount() == 0);
	}

	private void assertPageReads(String path, String expected) throws Exception {
		this.browser.evaluate("""
				window.answer = 'none';
				fetch('%s', { headers: { 'X-Client': 'page' } }).then(
					(answer) => window.answer = answer.status + ' ' + answer.headers.get('Retry-After'),
					(failure) => window.answer = failure.name);
				0""".formatted(address("localhost", path)));
		await().untilAsserted(() -> assertThat(this.browser.evaluate("window.answer")).isEqualTo(expected));
	}

	@Test
	void allowedOriginReadsTheRejection() throws Exception {
		assertPageReads("/open", "503 1");
	}

	@Test
	void otherOriginsReadNothing() throws Exception {
		assertPageReads("/closed", "TypeError");
	}

	/**
	 * An application of which one answer may be read by another origin.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	@RestController
	static class Application {

		final CountDownLatch begun = new CountDownLatch(1);

		final CountDownLatch door = new CountDownLatch(1);

		@GetMapping("/held")
		String held() throws InterruptedException {
			this.begun.countDown();
			this.door.await();
			return "held";
		}

		@GetMapping("/open")
		@CrossOrigin(originPatterns = "http://127.0.0.1:[*]")
		String open() {
			return "open";
		}

		@GetMapping({ "/page", "/closed" })
		String closed() {
			return "closed";
		}

	}

}
