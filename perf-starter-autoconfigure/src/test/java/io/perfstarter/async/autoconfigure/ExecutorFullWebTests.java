package io.perfstarter.async.autoconfigure;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.ExecutorFullException;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.web.autoconfigure.AutoConfigureWeb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the answer of Spring MVC if an executor is full, with a real web server.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class ExecutorFullWebTests {

	private final HttpClient client = HttpClient.newHttpClient();

	private ConfigurableApplicationContext context;

	@AfterEach
	void stop() {
		if (this.context != null) {
			this.context.getBean(Application.class).door.countDown();
			this.context.close();
		}
	}

	private void start(Class<?>... advice) {
		start("queue-capacity=0", advice);
	}

	private void start(String mvcSetting, Class<?>... advice) {
		this.context = new SpringApplicationBuilder(Application.class).sources(advice)
			.properties("perf-starter.async.executors.web." + mvcSetting, "perf-starter.async.mvc-executor=web",
					"spring.mvc.async.request-timeout=10m", "server.port=0", "spring.main.banner-mode=off",
					"spring.jmx.enabled=false", "server.shutdown=immediate",
					"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
					"perf-starter.async.executors.web.concurrency-limit=1",
					"perf-starter.async.executors.mail.concurrency-limit=1",
					"perf-starter.async.executors.mail.queue-capacity=0",
					"perf-starter.async.executors.news.concurrency-limit=1",
					"perf-starter.async.executors.news.queue-capacity=0",
					"perf-starter.async.executors.news.when-full=drop")
			.run();
		Application application = this.context.getBean(Application.class);
		for (String name : new String[] { "web", "mail", "news" }) {
			BoundedTaskExecutor executor = this.context.getBean(name, BoundedTaskExecutor.class);
			executor.execute(application::pass);
			await().until(() -> executor.getActiveCount() == 1);
		}
	}

	private HttpResponse<String> get(String path) throws Exception {
		int port = ((ServletWebServerApplicationContext) this.context).getWebServer().getPort();
		return this.client.send(HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(port, path)))
			.timeout(Duration.ofSeconds(60))
			.build(), BodyHandlers.ofString());
	}

	@UsualRows({ 1, 4 })
	@ParameterizedTest
	@ValueSource(strings = { "/callable", "/stream", "/direct", "/future", "/waiting" })
	void isAnsweredWithRetryAfter(String path, CapturedOutput output) throws Exception {
		start();
		HttpResponse<String> response = get(path);
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(response.headers().firstValueAsLong("Retry-After")).hasValue(1);
		assertThat(output).doesNotContain("ExecutorFullException");
	}

	@Test
	void streamIsWrittenToItsEnd() throws Exception {
		start();
		HttpResponse<String> response = get("/flux");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).contains("data:1", "data:2");
	}

	@Test
	void rejectionOfAnotherExecutorStaysAnError() throws Exception {
		start();
		HttpResponse<String> response = get("/foreign");
		assertThat(response.statusCode()).isEqualTo(500);
		assertThat(response.headers().firstValue("Retry-After")).isEmpty();
	}

	@UsualRows(2)
	@ParameterizedTest
	@ValueSource(strings = { "/callable", "/direct" })
	void handlerOfTheApplicationComesFirst(String path) throws Exception {
		start(Advice.class);
		HttpResponse<String> response = get(path);
		assertThat(response.statusCode()).isEqualTo(429);
		assertThat(response.body()).isEqualTo("later");
	}

	/**
	 * An application that uses its executors in each way.
	 */
	@Configuration(proxyBeanMethods = false)
	@AutoConfigureWeb
	@RestController
	static class Application {

		final CountDownLatch door = new CountDownLatch(1);

		volatile boolean served;

		private final BoundedTaskExecutor mail;

		private final BoundedTaskExecutor news;

		Application(@Qualifier("mail") BoundedTaskExecutor mail, @Qualifier("news") BoundedTaskExecutor news) {
			this.mail = mail;
			this.news = news;
		}

		@Bean
		SecurityFilterChain everybody() {
			return new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE);
		}

		void pass() {
			try {
				this.door.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		@GetMapping("/callable")
		Callable<String> callable() {
			return this::serve;
		}

		@GetMapping(path = "/flux", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
		Flux<Integer> flux() {
			return Flux.just(1, 2);
		}

		@GetMapping("/task")
		WebAsyncTask<String> task() {
			return new WebAsyncTask<>(this::serve);
		}

		@GetMapping("/stream")
		StreamingResponseBody stream() {
			return (output) -> output.write(serve().getBytes(StandardCharsets.UTF_8));
		}

		private String serve() {
			this.served = true;
			return "done";
		}

		@GetMapping("/direct")
		String direct() {
			this.mail.execute(this::pass);
			return "done";
		}

		@GetMapping("/future")
		CompletableFuture<String> future() {
			return this.news.submitCompletable(() -> "done");
		}

		@GetMapping("/waiting")
		String waiting() throws Exception {
			Future<String> future = this.news.submit(() -> "done");
			return future.get(1, TimeUnit.MINUTES);
		}

		@GetMapping("/foreign")
		String foreign() {
			throw new TaskRejectedException("of another executor");
		}

	}

	/**
	 * Handles the exception itself.
	 */
	@RestControllerAdvice
	static class Advice {

		@ExceptionHandler
		@ResponseStatus(HttpStatus.TOO_MANY_REQUESTS)
		String later(ExecutorFullException ex) {
			return "later";
		}

	}

}
