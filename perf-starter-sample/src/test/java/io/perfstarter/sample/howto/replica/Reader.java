package io.perfstarter.sample.howto.replica;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * Tells which database it is that answers.
 */
class Reader {

	private final JdbcClient client;

	Reader(JdbcClient client) {
		this.client = client;
	}

	@Transactional(readOnly = true)
	public String read() {
		return database();
	}

	@Transactional
	public String readBeforeWriting() {
		return database();
	}

	private String database() {
		return this.client.sql("select name from server").query(String.class).single();
	}

}
