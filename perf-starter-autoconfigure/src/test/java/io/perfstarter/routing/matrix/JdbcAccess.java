package io.perfstarter.routing.matrix;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * {@link Access} by a {@link JdbcClient}.
 */
@Repository
class JdbcAccess implements Access {

	private final JdbcClient client;

	JdbcAccess(JdbcClient client) {
		this.client = client;
	}

	@Override
	public boolean isInRecovery() {
		return this.client.sql("select pg_is_in_recovery()").query(Boolean.class).single();
	}

	@Override
	public void insert(long id) {
		this.client.sql("insert into matrix_tickets (id, car) values (?, 'jdbc')").param(id).update();
	}

	@Override
	public void lock(long id) {
		this.client.sql("select id from matrix_tickets where id = ? for update").param(id).query(Long.class).list();
	}

}
