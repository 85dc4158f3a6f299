package io.perfstarter.sample.howto.threads;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.howto.Example;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the page on threads for requests.
 */
@Tag(Tier.ALL)
class RequestThreadsTests {

	private static final int CLIENTS = 30;

	private static final Pattern RECOMMENDED = Pattern.compile("^(\\d+) would keep the processors busy, too");

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	@Test
	void threadsAreAsManyAsConfiguredAndTheAdviceTellsHowManyWouldDo() {
		try (Example application = Example.start(WorkApplication.class, "request-threads.yml",
				"--server.tomcat.threads.max=200")) {
			JsonNode advice = await("advice").until(() -> {
				load(application, 20);
				return threadsAdvice(application);
			}, (found) -> found != null && RECOMMENDED.matcher(found.get("sentence").asString()).find());
			System.out.println("Advice on threads: " + advice);
			Matcher sentence = RECOMMENDED.matcher(advice.get("sentence").asString());
			assertThat(sentence.find()).isTrue();
			assertThat(Integer.parseInt(sentence.group(1))).isBetween(1, 100);
			assertThat(advice.get("details").toString()).contains("processors x 0.8 x (1 + wait / compute)");
		}
	}

	@Test
	void gateAdmitsAsManyAsItHasPermitsAndTheOthersWait() {
		try (Example application = Example.start(WorkApplication.class, "request-threads-virtual.yml",
				"--perf-starter.async.requests.queue-capacity=5", "--perf-starter.async.requests.queue-timeout=1m")) {
			WorkController work = application.bean(WorkController.class);
			List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
			for (int i = 0; i < CLIENTS; i++) {
				answers.add(send(application, "/held"));
			}
			await("refusals").until(() -> answers.stream().filter(CompletableFuture::isDone).count() == 5);
			await("the others").until(() -> work.heldRequests() == 20);
			work.release(CLIENTS);
			assertThat(answers).extracting((answer) -> answer.join().statusCode())
				.filteredOn((status) -> status == 503)
				.hasSize(5);
			assertThat(answers).filteredOn((answer) -> answer.join().statusCode() == 503)
				.allSatisfy((answer) -> assertThat(answer.join().headers().firstValue("Retry-After")).isPresent());
			assertThat(work.heldRequests()).isEqualTo(25);
		}
	}

	private void load(Example application, int rounds) {
		for (int i = 0; i < rounds; i++) {
			List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
			for (int j = 0; j < 10; j++) {
				answers.add(send(application, "/work"));
			}
			answers.forEach((answer) -> assertThat(answer.join().statusCode()).isEqualTo(200));
		}
	}

	private static JsonNode threadsAdvice(Example application) {
		JsonNode report = new JsonMapper().readTree(application.get("/actuator/whyslow").body());
		return StreamSupport.stream(report.get("advice").spliterator(), false)
			.filter((advice) -> "request threads".equals(advice.get("title").asString()))
			.findFirst()
			.orElse(null);
	}

	private CompletableFuture<HttpResponse<String>> send(Example application, String path) {
		return this.client.sendAsync(HttpRequest.newBuilder(application.uri(path)).build(), BodyHandlers.ofString());
	}

	/**
	 * The application of the page.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	@Import(WorkController.class)
	static class WorkApplication {

	}

}
