package io.perfstarter.routing.faults;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Rows that are written on the primary and read from the server that routing chooses.
 */
class Rows {

	private final JdbcClient client;

	private final TransactionOperations inReads;

	private final TransactionOperations inWrites;

	/**
	 * Creates the rows.
	 * @param client executes the statements
	 * @param inReads runs inside each transaction that reads
	 * @param inWrites runs inside each transaction that writes
	 */
	Rows(JdbcClient client, TransactionOperations inReads, TransactionOperations inWrites) {
		this.client = client;
		this.inReads = inReads;
		this.inWrites = inWrites;
	}

	@Transactional
	public void write(long id, long value) {
		this.inWrites.executeWithoutResult((status) -> this.client.sql("update fault_rows set value = ? where id = ?")
			.param(value)
			.param(id)
			.update());
	}

	@Transactional(readOnly = true)
	public Seen read(long id) {
		return this.inReads.execute((status) -> readOne(id));
	}

	private Seen readOne(long id) {
		return this.client.sql("select value, inet_server_port() from fault_rows where id = ?")
			.param(id)
			.query((row, number) -> new Seen(row.getLong(1), row.getInt(2)))
			.single();
	}

	/**
	 * Reads a row and runs a query of 50 ms, in either order.
	 */
	@Transactional(readOnly = true)
	public void readAtLength(long id, Runnable afterFirstRow) {
		boolean longFirst = id % 2 == 0;
		this.inReads.executeWithoutResult((status) -> {
			readOne(id, longFirst);
			afterFirstRow.run();
			readOne(id, !longFirst);
		});
	}

	private void readOne(long id, boolean longOne) {
		if (longOne) {
			this.client.sql("select 1 from pg_sleep(0.05)").query(Integer.class).single();
		}
		else {
			readOne(id);
		}
	}

	/**
	 * The result of a read.
	 *
	 * @param value the value of the row
	 * @param port the port of the server
	 */
	record Seen(long value, int port) {
	}

}
