package io.perfstarter.sample.forgotten;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes the stock in a transaction of its own, and forgets that it is cached.
 */
@Service
class ForgetfulStock {

	private final JdbcClient jdbcClient;

	ForgetfulStock(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	@Transactional(propagation = Propagation.REQUIRES_NEW)
	void give() {
		this.jdbcClient.sql("update stock set remaining = remaining + 1 where category_id = 3").update();
	}

}
