package io.perfstarter.reporting.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.reporting.Reporting;
import io.perfstarter.reporting.Results;
import io.perfstarter.routing.PostgresPair;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that no report shows a value of a request or of a statement, with random
 * statements on PostgreSQL.
 */
@SpringBootTest(classes = SlowApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "perf-starter.reporting.period=200ms", "perf-starter.reporting.slow-threshold=0s",
				"perf-starter.reporting.explain=true", "perf-starter.reporting.call-trace=true",
				"management.endpoints.web.exposure.include=whyslow" })
@Import(ReportingSecretsTests.SecretsController.class)
@DirtiesContext
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class ReportingSecretsTests {

	private static final int REQUESTS = 150;

	private final long seed = new Random().nextLong();

	private final Random random = new Random(this.seed);

	@LocalServerPort
	private int port;

	@Autowired
	private Reporting reporting;

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry properties) {
		properties.add("spring.datasource.url", PostgresPair.shared()::primaryUrl);
		properties.add("spring.datasource.username", () -> "postgres");
	}

	@Test
	void noReportShowsAValue(CapturedOutput output) {
		List<String> secrets = new ArrayList<>();
		for (int i = 0; i < REQUESTS; i++) {
			String secret = String.valueOf(700_000_000 + this.random.nextInt(99_999_999));
			secrets.add(secret);
			send(secret, statement(secret));
		}
		await().untilAsserted(() -> assertThat(Results.slowest(this.reporting)).isNotEmpty());
		String all = Results.json(this.reporting.json("test")) + output;
		assertThat(all).contains("POST /secrets/{secret}");
		assertThat(secrets).as("seed %d", this.seed).noneMatch(all::contains);
	}

	private void send(String secret, String statement) {
		RestClient.create("http://localhost:" + this.port)
			.post()
			.uri("/secrets/{path}?query={query}", secret, secret)
			.header("X-Token", secret)
			.header("Cookie", "session=" + secret)
			.body(statement)
			.retrieve()
			.onStatus((status) -> true, (request, response) -> {
			})
			.toBodilessEntity();
	}

	/**
	 * Returns a statement with a value in each of its expressions, which the database may
	 * refuse.
	 */
	private String statement(String secret) {
		List<String> expressions = IntStream.rangeClosed(0, this.random.nextInt(4))
			.mapToObj((index) -> expression(secret))
			.toList();
		String statement = "select " + String.join(", ", expressions);
		return switch (this.random.nextInt(5)) {
			case 0 -> statement + "; " + statement;
			case 1 -> statement + " where " + expression(secret) + " is not null";
			case 2 ->
				"with x as (" + statement + " as a) select * from x where a::text in ('%s', '%1$s')".formatted(secret);
			case 3 -> statement + " from nowhere_" + this.random.nextInt(3);
			default -> statement;
		};
	}

	private String expression(String secret) {
		String[] forms = { "'%s'", "E'%s\\n'", "$$%s$$", "$t$ %s $t$", "U&'%s'", "'it''s %s'", "%s", "-%s", "%s.5e3",
				"'%s'::text", "cast('%s' as bigint)", "array['%s']", "array[%s]", "'{\"k\":\"%s\"}'::jsonb",
				"interval '%s seconds'", "/* %s */ 1", "/* a /* %s */ b */ 1", "1 -- %s\n", "1 --%s\n",
				"'a' like '%%%s%%'", "row('%s', %1$s)", "(select '%s')", "coalesce(null, '%s')", "0x%s", "x'%s'",
				"'\\%s'", "E'\\'%s'", "'%s' || ''", "'unfinished %s" };
		return forms[this.random.nextInt(forms.length)].formatted(secret);
	}

	@TestConfiguration(proxyBeanMethods = false)
	@RestController
	static class SecretsController {

		private final JdbcTemplate jdbc;

		SecretsController(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@PostMapping("/secrets/{secret}")
		void execute(@PathVariable String secret, @RequestBody String statement) {
			if (secret.endsWith("7")) {
				throw new IllegalStateException("Secret " + secret);
			}
			this.jdbc.execute(statement);
			this.jdbc.query("select ?::text", (row) -> {
			}, secret);
		}

		@ExceptionHandler
		@ResponseStatus(HttpStatus.BAD_REQUEST)
		void refuse(RuntimeException ex) {
			// The application does not log it either.
		}

	}

}
