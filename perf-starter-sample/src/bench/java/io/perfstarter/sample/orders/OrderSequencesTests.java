package io.perfstarter.sample.orders;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.sample.EmptyPostgres;
import io.perfstarter.sample.orders.OrderLoad.Answer;
import io.perfstarter.sample.ticket.ParkingData;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Measures sequences of orders: 1,000 concurrent clients each send 5 orders, one after
 * the other, to the ticket-service on platform threads, on virtual threads, and on
 * virtual threads with executors and request limiter; to be run on JDK 21 or newer.
 *
 * <p>
 * {@code -Dorders.clients=10000} sends more at once, {@code -Dorders.rounds} says how
 * often, {@code -Dorders.permits} changes the gate and {@code -Dorders.heap} the memory
 * of each form; {@code -Dbenchmarks.smoke=true} only sees that all of it runs.
 */
@Tag("benchmarks")
class OrderSequencesTests {

	static final int ORDERS = 5;

	private static final Path ROOT = Path.of("target", "orders").toAbsolutePath();

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	/** Longer than HikariCP's connection-timeout. */
	private static final Duration STANDSTILL = Duration.ofSeconds(35);

	private final boolean smoke = Boolean.getBoolean("benchmarks.smoke");

	private final int clients = Integer.getInteger("orders.clients", (this.smoke) ? 20 : 1_000);

	private final int orders = (this.smoke) ? 2 : ORDERS;

	private final int rounds = Integer.getInteger("orders.rounds", (this.smoke) ? 1 : 5);

	private final Map<Form, OrdersProcess> services = new EnumMap<>(Form.class);

	private final Deque<AutoCloseable> parts = new ArrayDeque<>();

	private JdbcTemplate database;

	private long open;

	private long moved;

	@Test
	void replay() throws Exception {
		start();
		List<Form> turns = new ArrayList<>(List.of(Form.values()));
		for (Form form : turns) {
			warmUp(form);
		}
		OrdersReport report = new OrdersReport(
				"%d clients x %d orders, pool of 10, %d requests at once through the gate, PostgreSQL"
					.formatted(this.clients, this.orders, Form.PERMITS));
		for (int i = 0; i < this.rounds; i++) {
			for (Form form : turns) {
				report.add(form, round(form));
			}
			Collections.rotate(turns, 1);
		}
		report.write();
		assertThat(report.sum(Form.EXECUTORS, Round::accepted)).isEqualTo(this.clients * this.orders * this.rounds);
		if (!this.smoke) {
			assertThat(report.ratio(Form.EXECUTORS, Form.PLATFORM, Round::perSecond)).as("orders a second")
				.isGreaterThanOrEqualTo(1);
			assertThat(report.ratio(Form.EXECUTORS, Form.PLATFORM, Round::p999)).as("p99.9").isLessThanOrEqualTo(1.5);
			// An update that finds a permit free may be done before the answer has
			// arrived.
			assertThat(report.median(Form.EXECUTORS, Round::earlyShare)).as("answered before their update ended")
				.isGreaterThanOrEqualTo(0.9);
		}
	}

	private void start() throws Exception {
		LoggingSystem.get(OrderSequencesTests.class.getClassLoader()).beforeInitialize();
		FileSystemUtils.deleteRecursively(ROOT);
		Files.createDirectories(ROOT);
		EmbeddedPostgres postgres = EmptyPostgres.in(ROOT).setServerConfig("synchronous_commit", "on").start();
		this.parts.push(postgres);
		ParkingData.create(postgres.getPostgresDatabase());
		this.database = new JdbcTemplate(postgres.getPostgresDatabase());
		for (Form form : Form.values()) {
			List<String> arguments = new ArrayList<>(form.arguments(this.clients));
			arguments
				.add("--spring.datasource.url=jdbc:postgresql://localhost:%d/postgres".formatted(postgres.getPort()));
			arguments.add("--spring.datasource.username=postgres");
			OrdersProcess service = new OrdersProcess(ROOT, form, FreePort.find(), jvmOptions(), arguments);
			this.parts.push(service);
			service.awaitReady();
			this.services.put(form, service);
		}
	}

	/** Where nothing is measured, it is to be ready soon. */
	private List<String> jvmOptions() {
		String heap = "-Xmx" + System.getProperty("orders.heap", "1g");
		return (this.smoke) ? List.of(heap, "-XX:TieredStopAtLevel=1") : List.of(heap);
	}

	private void warmUp(Form form) throws Exception {
		new OrderLoad(service(form).url(), Math.min(this.clients, 200), (this.smoke) ? 1 : 20).run();
		awaitUpdates();
		service(form).heap();
	}

	private Round round(Form form) throws Exception {
		OrdersProcess service = service(form);
		long lost = service.lost();
		service.heap();
		long begin = System.nanoTime();
		List<Answer> answers = new OrderLoad(service.url(), this.clients, this.orders).run();
		awaitUpdates();
		double doneAfter = (this.moved - begin) / 1e9;
		return Round.of(answers, updates(answers), doneAfter, service.heap(), service.lost() - lost, forgotten());
	}

	private OrdersProcess service(Form form) {
		OrdersProcess service = this.services.get(form);
		assertThat(service).as(form.toString()).isNotNull();
		return service;
	}

	/** All are done, or none has been for so long that no more will be. */
	private void awaitUpdates() {
		this.open = Long.MAX_VALUE;
		await("updates").atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(this::isSettled);
	}

	private boolean isSettled() {
		long now = this.database.queryForObject("select count(*) from orders where state = 'ACCEPTED'", Long.class);
		if (now != this.open) {
			this.open = now;
			this.moved = System.nanoTime();
		}
		return now == 0 || System.nanoTime() - this.moved > STANDSTILL.toNanos();
	}

	/** An update that waited in vain for a connection leaves its order as it was. */
	private int forgotten() {
		return this.database.update("delete from orders where state = 'ACCEPTED'");
	}

	private Map<Long, Instant> updates(List<Answer> answers) {
		long first = answers.stream().filter(Answer::isAccepted).mapToLong(Answer::id).min().orElse(0);
		Map<Long, Instant> updates = new HashMap<>();
		RowCallbackHandler add = (row) -> updates.put(row.getLong("id"),
				row.getObject("changed_at", LocalDateTime.class).toInstant(ZoneOffset.UTC));
		this.database.query("select id, changed_at from orders where id >= ? and state = 'DONE'", add, first);
		return updates;
	}

	@AfterEach
	void close() throws Exception {
		while (!this.parts.isEmpty()) {
			this.parts.pop().close();
		}
	}

}
