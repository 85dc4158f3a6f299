package io.perfstarter.sample.documents;

// tag::primary[]
import io.perfstarter.routing.PrimaryRead;
// end::primary[]

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads what must not be stale, and what may be, as the documents show it.
 */
@Component
class Accounts {

	private final JdbcClient jdbcClient;

	Accounts(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	@Transactional
	public void book(long account, long amount) {
		this.jdbcClient.sql("insert into bookings values (?, ?)").param(account).param(amount).update();
	}

	// tag::replica[]
	@Transactional(readOnly = true)
	public long history(long account) {
		return this.jdbcClient.sql("select count(*) from bookings where account = ?")
			.param(account)
			.query(Long.class)
			.single();
	}
	// end::replica[]

	// tag::primary[]
	@PrimaryRead
	@Transactional(readOnly = true)
	public long balance(long account) {
		return this.jdbcClient.sql("select sum(amount) from bookings where account = ?")
			.param(account)
			.query(Long.class)
			.single();
	}
	// end::primary[]

}
