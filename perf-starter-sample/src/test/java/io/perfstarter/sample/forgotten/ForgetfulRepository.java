package io.perfstarter.sample.forgotten;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Changes a ticket in the transaction of its caller, and forgets that it is cached.
 */
@Repository
class ForgetfulRepository {

	private final JdbcClient jdbcClient;

	ForgetfulRepository(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	void annotate(long id) {
		this.jdbcClient.sql("update tickets set notes = 'Pays later' where id = :id").param("id", id).update();
	}

}
