package io.perfstarter.sample.forgotten;

import java.util.List;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes data in ten usual ways, and never evicts what is cached of them.
 */
@Service
@AutoConfigurationPackage
class ForgetfulService extends ForgetfulTickets implements ForgetfulCategories {

	private final JdbcTemplate jdbcTemplate;

	private final JdbcClient jdbcClient;

	private final TransactionTemplate transactionTemplate;

	private final ForgetfulRepository repository;

	private final ForgetfulStock stock;

	ForgetfulService(JdbcTemplate jdbcTemplate, PlatformTransactionManager transactionManager,
			ForgetfulRepository repository, ForgetfulStock stock) {
		super(jdbcTemplate);
		this.jdbcTemplate = jdbcTemplate;
		this.jdbcClient = JdbcClient.create(jdbcTemplate);
		this.transactionTemplate = new TransactionTemplate(transactionManager);
		this.repository = repository;
		this.stock = stock;
	}

	@Override
	public JdbcClient jdbcClient() {
		return this.jdbcClient;
	}

	@Transactional
	void renameZone() {
		this.jdbcClient.sql("update zones set name = :name where id = :id")
			.param("name", "Zone by the gate")
			.param("id", 1)
			.update();
	}

	@Transactional
	void fillStock() {
		this.jdbcTemplate.batchUpdate("update stock set remaining = remaining + ? where category_id = ?",
				List.of(new Object[] { 10, 1 }, new Object[] { 20, 2 }));
	}

	void raisePrices() {
		this.transactionTemplate.executeWithoutResult(
				(status) -> this.jdbcTemplate.update("update categories set price_per_month = price_per_month + 100"));
	}

	@Transactional
	void deleteTicket() {
		this.jdbcTemplate.update("delete from tickets where id = ?", 6000);
	}

	@Transactional
	void setStock() {
		this.jdbcClient.sql("""
				insert into stock (category_id, remaining) values (4, 500)
				on conflict (category_id) do update set remaining = excluded.remaining
				""").update();
	}

	@Transactional
	void correctExchange() {
		this.jdbcTemplate.update("update \"public\".\"exchanges\" set \"reason\" = 'theft' where \"id\" = 1");
	}

	@Transactional
	void acceptOrders() {
		this.jdbcTemplate.update("update orders set state = 'ACCEPTED' where state = 'CART'");
		this.stock.give();
	}

	@Transactional
	void annotateTicket() {
		this.repository.annotate(5991);
	}

}
