package io.perfstarter.boundary.repositories;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * {@link TicketsFragment} by a {@link JdbcClient}.
 */
class TicketsFragmentImpl implements TicketsFragment {

	private final JdbcClient client;

	TicketsFragmentImpl(JdbcClient client) {
		this.client = client;
	}

	@Override
	public String findByHand() {
		return this.client.sql("select boundary_seen()").query(String.class).single();
	}

}
