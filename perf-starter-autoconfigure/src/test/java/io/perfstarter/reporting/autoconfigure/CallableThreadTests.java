package io.perfstarter.reporting.autoconfigure;

import java.util.List;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.reporting.Reporting;
import io.perfstarter.reporting.Results;
import io.perfstarter.reporting.window.ServedRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that the thread which runs a {@code Callable} of Spring MVC works for its
 * request, on a real Tomcat and with executors that propagate no context.
 */
@SpringBootTest(classes = SlowApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "perf-starter.reporting.period=200ms", "perf-starter.reporting.slow-threshold=50ms" })
@DirtiesContext
@Tag(Tier.CI)
class CallableThreadTests {

	@LocalServerPort
	private int port;

	@Autowired
	private Reporting reporting;

	@UsualRows
	@ParameterizedTest
	@ValueSource(strings = { "async", "task", "stream" })
	void stackOfTheThreadIsRead(String path) {
		await("stack").untilAsserted(() -> {
			get(path);
			assertThat(requests(path)).flatExtracting((request) -> request.figures().samples().seen())
				.anySatisfy((seen) -> assertThat(seen.position().place()).contains("SlowApplication.rest("));
		});
	}

	@Test
	void statementsOfTheThreadAreMeasured() {
		get("task");
		await("request").untilAsserted(() -> assertThat(requests("task")).isNotEmpty()
			.allSatisfy((request) -> assertThat(request.figures().statements()).isOne()));
	}

	private void get(String path) {
		RestClient.create("http://localhost:" + this.port).get().uri("/{path}/400", path).retrieve().toBodilessEntity();
	}

	private List<ServedRequest> requests(String path) {
		return Results.slowest(this.reporting)
			.stream()
			.filter((request) -> request.route().equals("GET /" + path + "/{millis}"))
			.toList();
	}

}
