package io.perfstarter.reporting.autoconfigure;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

import com.jayway.jsonpath.JsonPath;
import io.perfstarter.fixtures.Browser;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link WhySlowEndpoint} over HTTP.
 */
@SpringBootTest(classes = SlowApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "spring.application.name=orders", "perf-starter.reporting.period=200ms",
				"perf-starter.reporting.slow-threshold=50ms", "management.endpoints.web.exposure.include=whyslow" })
@DirtiesContext
@Tag(Tier.CI)
class WhySlowEndpointTests {

	/**
	 * What a browser accepts.
	 */
	private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

	private final Executor callers = new SimpleAsyncTaskExecutor("caller-");

	@LocalServerPort
	private int port;

	@Test
	void answersProgramsWithJson() {
		get("/blocked/80", null);
		await("window with the request").untilAsserted(() -> {
			ResponseEntity<String> answer = get("/actuator/whyslow", null);
			assertThat(answer.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_JSON);
			assertThat(JsonPath.<List<String>>read(answer.getBody(), "$.slowest[*].request.route"))
				.contains("GET /blocked/{millis}");
			assertThat(JsonPath.<List<Object>>read(answer.getBody(), "$.windows[*].window.requests.count"))
				.isNotEmpty();
			assertThat(JsonPath.<Integer>read(answer.getBody(), "$.version")).isOne();
			assertThat(JsonPath.<String>read(answer.getBody(), "$.instance")).isEqualTo("orders:" + this.port);
			assertThat(JsonPath.<String>read(answer.getBody(), "$.capabilities.queue")).contains("Tomcat");
		});
		assertThat(get("/actuator/whyslow", "application/json").getBody()).startsWith("{");
		assertThat(get("/actuator/whyslow", "*/*").getBody()).startsWith("{");
	}

	@Test
	void answersWithTheStacksOfSlowRequests() {
		await("stacks").untilAsserted(() -> {
			// At once, because three slow requests of one period have a cause.
			CompletableFuture
				.allOf(IntStream.range(0, 4)
					.mapToObj((index) -> CompletableFuture.runAsync(() -> get("/blocked/200", null), this.callers))
					.toArray(CompletableFuture<?>[]::new))
				.join();
			assertThat(get("/actuator/whyslow/stacks", null).getBody()).containsPattern("Period until .*Z: [A-Z_]+, ")
				.contains("\tat io.perfstarter.reporting.autoconfigure.SlowApplication.rest(SlowApplication.java:");
		});
		assertThatExceptionOfType(HttpClientErrorException.NotFound.class)
			.isThrownBy(() -> get("/actuator/whyslow/others", null));
	}

	@Test
	void namesTheRouteOfRequestsThatHang() {
		List<CompletableFuture<Void>> hanging = IntStream.range(0, 4)
			.mapToObj((number) -> CompletableFuture.runAsync(() -> get("/hanging/" + number, null), this.callers))
			.toList();
		await("verdict").untilAsserted(() -> {
			String answer = get("/actuator/whyslow", null).getBody();
			assertThat(JsonPath.<List<Integer>>read(answer, "$.windows[?(@.verdict != null)].window.requests.slow"))
				.contains(4);
			assertThat(JsonPath.<List<String>>read(answer, "$.windows[*].window.requests.slowestRoute"))
				.contains("GET /hanging/{number}");
		});
		assertThat(hanging).noneMatch(CompletableFuture::isDone);
		SlowApplication.GATE.release(4);
		hanging.forEach(CompletableFuture::join);
	}

	@Test
	void answersBrowsersWithAPage() {
		ResponseEntity<String> answer = get("/actuator/whyslow", BROWSER);
		assertThat(answer.getHeaders().getContentType()).isEqualTo(MediaType.parseMediaType("text/html;charset=UTF-8"));
		assertThat(answer.getBody()).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
	}

	@Test
	void pageShowsTheJson() throws Exception {
		Optional<Path> program = Browser.find();
		assumeThat(program).as("Chromium is neither on the PATH nor named by CHROMIUM: the page is not seen")
			.isPresent();
		Browser browser = Browser.start(program.get());
		try {
			browser.open("http://localhost:" + this.port + "/actuator/whyslow");
			await("page").until(() -> browser.evaluate("document.title").equals("Why slow? orders:" + this.port));
			assertThat(browser.errors()).isEmpty();
		}
		finally {
			browser.close();
		}
	}

	@ParameterizedTest
	@CsvSource({ "'text/html;q=0.1, application/json', application/json",
			"'text/html;q=0.9, application/json;q=0.5', text/html;charset=UTF-8",
			"'application/json;q=0.2, */*;q=0.1', application/json", "'text/html, */*;q=0.9', text/html;charset=UTF-8",
			"application/vnd.spring-boot.actuator.v3+json, application/vnd.spring-boot.actuator.v3+json" })
	void answersWithTheFormatThatTheCallerPrefers(String accept, String type) {
		assertThat(get("/actuator/whyslow", accept).getHeaders().getContentType())
			.isEqualTo(MediaType.parseMediaType(type));
	}

	private ResponseEntity<String> get(String path, String accept) {
		return RestClient.create("http://localhost:" + this.port).get().uri(path).headers((headers) -> {
			if (accept != null) {
				headers.set(HttpHeaders.ACCEPT, accept);
			}
		}).retrieve().toEntity(String.class);
	}

}
