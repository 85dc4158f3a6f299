package io.perfstarter.routing.proof;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * A row that is written on the primary and read from the server that routing chooses.
 */
class Counters {

	private final JdbcClient client;

	Counters(JdbcClient client) {
		this.client = client;
	}

	@Transactional
	public void write(long id, long value) {
		this.client.sql("update counters set value = ? where id = ?").param(value).param(id).update();
	}

	@Transactional(readOnly = true)
	public long read(long id) {
		return this.client.sql("select value from counters where id = ?").param(id).query(Long.class).single();
	}

	/**
	 * Returns the value, and whether it comes from the replica.
	 */
	@Transactional(readOnly = true)
	public String readWithServer(long id) {
		return this.client.sql("select value || ' ' || pg_is_in_recovery() from counters where id = ?")
			.param(id)
			.query(String.class)
			.single();
	}

	/**
	 * Returns whether read-only transactions run on the replica.
	 */
	@Transactional(readOnly = true)
	public boolean readsFromReplica() {
		return this.client.sql("select pg_is_in_recovery()").query(Boolean.class).single();
	}

}
