package io.perfstarter.sample.forgotten;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes a ticket in the method of a superclass, and forgets that it is cached.
 */
abstract class ForgetfulTickets {

	private final JdbcTemplate jdbcTemplate;

	ForgetfulTickets(JdbcTemplate jdbcTemplate) {
		this.jdbcTemplate = jdbcTemplate;
	}

	@Transactional
	void pauseTicket() {
		this.jdbcTemplate.update("update tickets set status = 'PAUSED' where id = 5990");
	}

}
