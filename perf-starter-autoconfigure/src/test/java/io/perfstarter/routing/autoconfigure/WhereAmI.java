package io.perfstarter.routing.autoconfigure;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads which server it is that answers. Public, because a proxy is made by another class
 * loader where classes are hidden.
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
