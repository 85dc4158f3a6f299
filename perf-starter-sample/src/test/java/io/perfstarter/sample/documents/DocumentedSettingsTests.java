package io.perfstarter.sample.documents;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.YearMonth;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.perfstarter.async.PageDeadlineExceededException;
import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.coherence.guard.GuardedCacheManager;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingStatus;
import io.perfstarter.warmup.CallReport;
import io.perfstarter.warmup.Outcome;
import io.perfstarter.warmup.WarmupReport;
import io.perfstarter.warmup.run.Warmup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Starts an application with the settings of each file of the documents, and uses what
 * they show.
 */
@ExtendWith(OutputCaptureExtension.class)
class DocumentedSettingsTests {

	@Test
	void caches() throws IOException {
		try (DocumentedSettings application = DocumentedSettings.start("caches.yml", List.of(),
				"--COHERENCE_SECRET=a secret of thirty-two characters")) {
			assertThat(application.get(GuardedCacheManager.class).getCacheNames()).containsExactlyInAnyOrder("tickets",
					"ticket-search");
			assertThat(application.unbound()).isEmpty();
		}
	}

	@Test
	void defaultExecutor() throws Exception {
		try (DocumentedSettings application = DocumentedSettings.start("default-executor.yml", List.of())) {
			assertThat(application.get("perfStarterDefaultExecutor", AsyncConfigurer.class).getAsyncExecutor())
				.isSameAs(application.get("background", ThreadPoolTaskExecutor.class));
			assertThat(application.unbound()).isEmpty();
		}
	}

	@Test
	void executors() throws Exception {
		try (DocumentedSettings application = DocumentedSettings.start("executors.yml",
				List.of(Confirmations.class, Reports.class, TicketViews.class))) {
			assertThat(application.get("mail", ThreadPoolTaskExecutor.class).getMaxPoolSize()).isEqualTo(8);
			Confirmations confirmations = application.get(Confirmations.class);
			confirmations.confirm(new Confirmations.Order(7));
			assertThat(confirmations.next()).isEqualTo(7);
			Reports reports = application.get(Reports.class);
			YearMonth march = YearMonth.of(2024, 3);
			assertThat(reports.report(march).get()).isEqualTo(new Reports.Report(march, 42));
			assertThatPagesAreWhole(application.get(TicketViews.class));
			assertThat(application.unbound()).isEmpty();
		}
	}

	private static void assertThatPagesAreWhole(TicketViews views) {
		List<TicketViews.Ticket> tickets = LongStream.range(0, 120)
			.mapToObj((id) -> new TicketViews.Ticket(id, id % 7))
			.toList();
		// On a busy machine the deadline may pass.
		List<TicketViews.TicketView> all = await().ignoreException(PageDeadlineExceededException.class)
			.until(() -> views.views(tickets), Objects::nonNull);
		assertThat(all).hasSize(120)
			.allSatisfy((view) -> assertThat(view.zone().id()).isEqualTo(view.ticket().zoneId()));
		assertThat(views.zones(tickets.stream().map(TicketViews.Ticket::zoneId).toList()))
			.extracting(TicketViews.Zone::id)
			.isEqualTo(tickets.stream().map(TicketViews.Ticket::zoneId).toList());
	}

	@Tag(Tier.CI)
	@Test
	void requestLimiter(CapturedOutput output) throws IOException {
		for (String file : List.of("request-limiter.yml", "request-limiter-exclude.yml", "request-limiter-auto.yml")) {
			try (DocumentedSettings application = DocumentedSettings.start(file, List.of())) {
				assertThat(application.get(RequestLimiter.class)).isNotNull();
				assertThat(application.unbound()).isEmpty();
			}
		}
		assertThat(output).doesNotContain("queue-capacity");
	}

	@Test
	void replicas() throws Exception {
		book("replicas", 100);
		book("r1", 1);
		book("r2", 1);
		try (DocumentedSettings application = DocumentedSettings.start("replicas.yml",
				List.of(Accounts.class, Receipts.class), "--DB_PASSWORD=secret",
				"--perf-starter.secret=a secret of thirty-two characters",
				// A busy machine may not read before the usual time is over.
				"--perf-starter.routing.read-your-writes.window=1m",
				"--perf-starter.routing.replicas.r1.url=" + DocumentedSettings.database("r1"),
				"--perf-starter.routing.replicas.r2.url=" + DocumentedSettings.database("r2"))) {
			assertThat(application.get(Routing.class).status().replicas()).extracting(RoutingStatus.Member::name)
				.containsExactlyInAnyOrder("r1", "r2");
			Accounts accounts = application.get(Accounts.class);
			await().untilAsserted(() -> assertThat(accounts.history(1)).as("bookings on a replica").isEqualTo(1));
			assertThat(accounts.balance(1)).as("sum on the primary").isEqualTo(100);
			Receipts receipts = application.get(Receipts.class);
			receipts.book(1, 1);
			Receipts.Message message = receipts.next();
			CompletableFuture<Long> received = new CompletableFuture<>();
			new Thread(() -> received.complete(receipts.receive(message))).start();
			assertThat(received.get()).as("bookings on the primary").isEqualTo(101);
			assertThat(application.unbound()).isEmpty();
		}
	}

	/**
	 * The databases do not replicate, so that what is read tells where.
	 */
	private static void book(String database, int bookings) throws SQLException {
		try (Connection connection = DriverManager.getConnection(DocumentedSettings.database(database), "app",
				"secret"); Statement statement = connection.createStatement()) {
			statement.execute("create table bookings (account bigint, amount bigint)");
			for (int i = 0; i < bookings; i++) {
				statement.execute("insert into bookings values (1, 1)");
			}
		}
	}

	@Test
	void warmup() throws IOException {
		try (DocumentedSettings application = DocumentedSettings.start("warmup.yml",
				List.of(PriceWarmup.class, PriceWarmup.Prices.class, StartOnlyIfWarm.class),
				"--perf-starter.warmup.min-requests=10", "--perf-starter.warmup.shutdown-delay=10ms")) {
			WarmupReport report = application.get(Warmup.class).report();
			assertThat(report.calls()).extracting(CallReport::name).containsExactly("search", "ticket", "quote");
			assertThat(report.calls()).extracting(CallReport::outcome).doesNotContain(Outcome.FAILED);
			assertThat(application.get(PriceWarmup.Prices.class).loads).hasValue(1);
			assertThat(application.unbound()).isEmpty();
		}
	}

	@Test
	void everyFileHasItsTest() throws IOException, URISyntaxException {
		Path folder = Path.of(Objects.requireNonNull(getClass().getResource("/documents/caches.yml")).toURI())
			.getParent();
		try (Stream<Path> files = Files.list(folder)) {
			assertThat(files.map((file) -> file.getFileName().toString()).filter((name) -> name.endsWith(".yml")))
				.containsExactlyInAnyOrderElementsOf(Set.of("caches.yml", "default-executor.yml", "executors.yml",
						"request-limiter.yml", "request-limiter-exclude.yml", "request-limiter-auto.yml",
						"replicas.yml", "warmup.yml"));
		}
	}

}
