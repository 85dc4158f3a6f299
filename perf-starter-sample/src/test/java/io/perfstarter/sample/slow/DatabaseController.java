package io.perfstarter.sample.slow;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Requests that use the database in further ways that make them slow.
 */
@RestController
@RequestMapping("/db")
class DatabaseController {

	private static final List<String> TABLES = List.of("zones", "categories", "exchanges", "members");

	private final JdbcClient jdbcClient;

	private final SlowRepository repository;

	private final TransactionTemplate transaction;

	DatabaseController(JdbcClient jdbcClient, SlowRepository repository,
			PlatformTransactionManager transactionManager) {
		this.jdbcClient = jdbcClient;
		this.repository = repository;
		this.transaction = new TransactionTemplate(transactionManager);
	}

	@GetMapping("/like/{text}")
	int like(@PathVariable String text) {
		return this.jdbcClient.sql("select count(*) from visits where id <= 250000 and lower(note) like :text")
			.param("text", "%" + text + "%")
			.query(Integer.class)
			.single();
	}

	@GetMapping("/email-then-sleep/{millis}")
	int emailThenSleep(@PathVariable int millis) throws InterruptedException {
		int members = this.jdbcClient.sql("select count(*) from members where lower(email) = :email")
			.param("email", "member7@parking.example")
			.query(Integer.class)
			.single();
		Thread.sleep(millis);
		return members;
	}

	@GetMapping("/small/{times}")
	int small(@PathVariable int times) {
		int found = 0;
		for (int i = 0; i < times; i++) {
			String table = TABLES.get(i % TABLES.size());
			found += this.jdbcClient.sql("select count(*) from %s, pg_sleep(0.002) where id = :id".formatted(table))
				.param("id", 1 + i % 5)
				.query(Integer.class)
				.single();
		}
		return found;
	}

	@GetMapping("/attachment/{id}")
	String attachment(@PathVariable long id) {
		return this.jdbcClient.sql("select name, content from attachments where id = :id")
			.param("id", id)
			.query((row, number) -> row.getString("name") + row.getBytes("content").length)
			.single();
	}

	@GetMapping("/booking/{lot}")
	void booking(@PathVariable long lot) {
		this.transaction.executeWithoutResult(
				(status) -> this.jdbcClient.sql("insert into bookings (lot) values (:lot)").param("lot", lot).update());
	}

	@GetMapping("/arrival")
	int arrival() {
		return this.jdbcClient.sql("insert into arrivals (lot) values (1)").update();
	}

	@GetMapping("/compute/{steps}")
	double compute(@PathVariable int steps) {
		return this.jdbcClient.sql("select sum(sqrt(i)) from generate_series(1, :steps) i")
			.param("steps", steps)
			.query(Double.class)
			.single();
	}

	@GetMapping("/async/{millis}")
	int async(@PathVariable int millis) {
		return CompletableFuture.supplyAsync(() -> this.repository.sleep(millis)).join();
	}

	/** Keeps the lock of the row for a while. */
	@GetMapping("/counter/{category}")
	int counter(@PathVariable long category) {
		return this.transaction.execute((status) -> {
			this.repository.takeFromStock(category);
			return this.repository.sleep(150);
		});
	}

	@GetMapping("/advisory/{key}")
	int advisory(@PathVariable long key) {
		return this.transaction.execute((status) -> this.jdbcClient.sql("select pg_advisory_xact_lock(:key)")
			.param("key", key)
			.query((row, number) -> number)
			.single());
	}

	@GetMapping("/orders")
	int orders() {
		return this.jdbcClient.sql("select count(*) from orders").query(Integer.class).single();
	}

	@GetMapping("/two/{first}/{second}")
	int two(@PathVariable long first, @PathVariable long second) {
		return this.transaction.execute((status) -> {
			this.repository.takeFromStock(first);
			this.repository.sleep(100);
			return this.repository.takeFromStock(second);
		});
	}

	@GetMapping("/held-computing/{millis}")
	int heldComputing(@PathVariable int millis) {
		return this.transaction.execute((status) -> this.repository.count(2) + SlowController.CHURN.take(millis));
	}

	@GetMapping("/held-sleeping/{millis}")
	int heldSleeping(@PathVariable int millis) {
		return this.transaction.execute((status) -> {
			this.repository.count(2);
			try {
				Thread.sleep(millis);
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			return this.repository.count(2);
		});
	}

	@GetMapping("/expiring/{id}")
	String expiring(@PathVariable long id) {
		return this.repository.expiring(id);
	}

}
