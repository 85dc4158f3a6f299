package io.perfstarter.sample.sidebyside;

import java.util.concurrent.TimeUnit;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads and changes the rows of the tickets, and records which requests did so.
 *
 * <p>
 * Both take some time after their statement, as loads that compose a value and
 * transactions with several statements do.
 */
class TicketRows {

	private static final int PAUSE_MILLIS = 10;

	// Read and written by the thread of the request only.
	private final ThreadLocal<Boolean> read = ThreadLocal.withInitial(() -> false);

	private final JdbcClient jdbcClient;

	TicketRows(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	long read(long id) {
		this.read.set(true);
		long version = this.jdbcClient.sql("select version from ticket where id = ?")
			.param(id)
			.query(Long.class)
			.single();
		pause();
		return version;
	}

	long change(long id) {
		long version = this.jdbcClient.sql("update ticket set version = version + 1 where id = ? returning version")
			.param(id)
			.query(Long.class)
			.single();
		pause();
		return version;
	}

	/**
	 * Returns whether the thread has read a row since the last call.
	 * @return whether the cache has missed
	 */
	boolean takeRead() {
		boolean result = this.read.get();
		this.read.remove();
		return result;
	}

	private static void pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
