package io.perfstarter.sample.forgotten;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.coherence.guard.ForgottenEvictions;
import io.perfstarter.coherence.guard.ForgottenEvictions.Finding;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.EmptyPostgres;
import io.perfstarter.sample.launcher.RunningParts;
import io.perfstarter.sample.launcher.Visitor;
import io.perfstarter.sample.ticket.ParkingData;
import io.perfstarter.sample.ticket.TicketApplication;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.Banner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that the ticket-service forgets no eviction, and that ten changes which do are
 * named.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class ForgottenEvictionsTests {

	private static final Path DIRECTORY = Path.of("target", "forgotten-evictions").toAbsolutePath();

	// Longer than the detector waits for an eviction after a commit.
	private static final Duration CHECKED = Duration.ofSeconds(3);

	private static final String UNNAMED = "An unnamed transaction at ForgetfulService.java";

	private static final List<Finding> OF_STOCK = List.of(new Finding("ForgetfulService.fillStock()", "stock", "stock"),
			new Finding("ForgetfulService.setStock()", "stock", "stock"),
			new Finding("ForgetfulStock.give()", "stock", "stock"));

	private static final List<Finding> OF_TICKETS = Stream.of("pauseTicket", "deleteTicket", "annotateTicket")
		.map((name) -> "ForgetfulService.%s()".formatted(name))
		.flatMap((method) -> Stream.of(new Finding(method, "tickets", "tickets"),
				new Finding(method, "tickets", "ticket-search")))
		.toList();

	private static final List<Finding> OF_WHAT_TICKETS_REFER_TO = List.of(
			new Finding("ForgetfulService.renameZone()", "zones", "ticket-search"),
			new Finding("ForgetfulService.renameCategory()", "categories", "ticket-search"),
			new Finding(UNNAMED, "categories", "ticket-search"),
			new Finding("ForgetfulService.correctExchange()", "exchanges", "ticket-search"));

	@AutoClose
	private static EmbeddedPostgres postgres;

	private final JsonMapper jsonMapper = new JsonMapper();

	private final Visitor visitor = Visitor.withCookies();

	@BeforeAll
	static void startDatabase() throws IOException {
		postgres = EmptyPostgres.in(DIRECTORY).start();
		ParkingData.create(postgres.getPostgresDatabase());
	}

	@Tag(Tier.ALL)
	@Test
	void theSampleForgetsNothing(CapturedOutput output) {
		try (ConfigurableApplicationContext context = start()) {
			ForgottenEvictions detector = context.getBean(ForgottenEvictions.class);
			String url = RunningParts.address(context);
			for (int i = 0; i < 2; i++) {
				readAll(url);
				changeTicket(url);
				orderTickets(url);
			}
			await().during(CHECKED).until(() -> detector.findings().isEmpty());
			assertThat(output).doesNotContain("evicts nothing from this cache");
			// The detector does know the tables.
			changeAll(context);
			awaitFindings(detector, Stream.of(OF_STOCK, OF_TICKETS, OF_WHAT_TICKETS_REFER_TO));
		}
	}

	@Test
	void eachPlantedChangeIsNamedOnce(CapturedOutput output) {
		try (ConfigurableApplicationContext context = start()) {
			ForgottenEvictions detector = context.getBean(ForgottenEvictions.class);
			readAll(RunningParts.address(context));
			changeAll(context);
			changeAll(context);
			awaitFindings(detector, Stream.of(OF_STOCK, OF_TICKETS, OF_WHAT_TICKETS_REFER_TO));
			assertThat(detector.findings())
				.allSatisfy((finding) -> assertThat(output).containsOnlyOnce(warning(finding)));
			assertThat(output).contains("""
					perf-starter:
					  coherence:
					    log: database
					    caches:
					      ticket-search:
					        tables:
					          zones: {}""");
			assertThat(detector.findings()).hasSize(13);
		}
	}

	@Tag(Tier.ALL)
	@Test
	void whatTheDatabaseEvictsIsNotForgotten() {
		try (ConfigurableApplicationContext context = start("--spring.profiles.active=database-log")) {
			readAll(RunningParts.address(context));
			changeAll(context);
			awaitFindings(context.getBean(ForgottenEvictions.class), Stream.of(OF_STOCK));
		}
	}

	private static String warning(Finding finding) {
		return "%s changes the table '%s', from which values of the cache '%s' are loaded, and evicts nothing from this"
			.formatted(finding.method(), finding.table(), finding.cache());
	}

	private static ConfigurableApplicationContext start(String... settings) {
		Stream<String> ours = Stream.of("--server.port=0", "--eureka.client.enabled=false",
				"--spring.datasource.url=" + postgres.getJdbcUrl("postgres", "postgres"),
				"--spring.datasource.username=postgres", "--perf-starter.warmup.enabled=false",
				"--perf-starter.coherence.fan-out=off", "--perf-starter.coherence.forgotten-evictions=true");
		return TicketApplication.builder()
			.sources(ForgetfulService.class, ForgetfulRepository.class, ForgetfulStock.class)
			.bannerMode(Banner.Mode.OFF)
			.run(Stream.concat(ours, Stream.of(settings)).toArray(String[]::new));
	}

	private void readAll(String url) {
		for (String path : List.of("/tickets/api/v1/1", "/tickets/api/v1/search?parkingLotId=1", "/shop/stock/1")) {
			assertThat(this.visitor.get(url + path).statusCode()).isEqualTo(200);
		}
	}

	private void changeTicket(String url) {
		String ticket = url + "/tickets/api/v1/1";
		String body = this.visitor.get(ticket).body();
		assertThat(this.visitor.put(ticket, body).statusCode()).isEqualTo(200);
		String rolledBack = body.replaceFirst("\"zoneId\":\\d+", "\"zoneId\":999");
		assertThat(this.visitor.put(ticket, rolledBack).statusCode()).isEqualTo(400);
	}

	private void orderTickets(String url) {
		String wanted = "{\"categoryId\": 1, \"quantity\": 2}";
		awaitDone(url, id(this.visitor.post(url + "/orders", wanted)));
		for (String form : List.of("/shop", "/shop-legacy")) {
			long cart = id(this.visitor.post(url + form + "/carts", wanted));
			awaitDone(url, id(this.visitor.post(url + form + "/carts/%d/order".formatted(cart), "{}")));
		}
	}

	private void awaitDone(String url, long order) {
		await("order done")
			.untilAsserted(() -> assertThat(this.visitor.get(url + "/orders/" + order).body()).contains("\"DONE\""));
	}

	private long id(HttpResponse<String> answer) {
		assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
		return this.jsonMapper.readTree(answer.body()).get("id").asLong();
	}

	private static void changeAll(ConfigurableApplicationContext context) {
		ForgetfulService service = context.getBean(ForgetfulService.class);
		service.renameZone();
		service.fillStock();
		service.raisePrices();
		service.deleteTicket();
		service.setStock();
		service.correctExchange();
		service.acceptOrders();
		service.annotateTicket();
		service.pauseTicket();
		service.renameCategory();
	}

	private static void awaitFindings(ForgottenEvictions detector, Stream<List<Finding>> expected) {
		List<Finding> all = expected.flatMap(List::stream).toList();
		await("findings")
			.untilAsserted(() -> assertThat(withoutLines(detector)).containsExactlyInAnyOrderElementsOf(all));
		await("no others").during(CHECKED).until(() -> detector.findings().size() == all.size());
	}

	private static List<Finding> withoutLines(ForgottenEvictions detector) {
		return detector.findings()
			.stream()
			.map((finding) -> new Finding(finding.method().replaceFirst(":\\d+$", ""), finding.table(),
					finding.cache()))
			.toList();
	}

}
