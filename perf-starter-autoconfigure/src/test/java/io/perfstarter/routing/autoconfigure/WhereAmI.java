package io.perfstarter.routing.autoconfigure;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads the name of the server that answers. Public, because proxies may be created by
 * another class loader.
 */
public class WhereAmI {

	private final JdbcClient client;

	public WhereAmI(JdbcClient client) {
		this.client = client;
	}

	@Transactional(readOnly = true)
	public String inReadOnlyTransaction() {
		return read();
	}

	@Transactional
	public String inTransaction() {
		return read();
	}

	public String withoutTransaction() {
		return read();
	}

	private String read() {
		return this.client.sql("select name from server").query(String.class).single();
	}

}
