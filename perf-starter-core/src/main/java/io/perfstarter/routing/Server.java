package io.perfstarter.routing;

import java.time.Duration;
import java.util.function.IntSupplier;

import javax.sql.DataSource;

import io.perfstarter.jdbc.PoolWait;

/**
 * A database server, as the configuration names it.
 *
 * @param name its name, for a replica the key of the configuration
 * @param pool lends connections, after a short wait only for a replica
 * @param size how many it has at most, which may change
 * @param connectionTimeout how long a read may wait for it: for a replica until others
 * are asked, for the primary at all
 * @param waits is told of reads that wait for it
 * @param probe opens a new connection each time, to ask the server how far it is
 */
public record Server(String name, DataSource pool, IntSupplier size, Duration connectionTimeout, PoolWait waits,
		DataSource probe) {

	/**
	 * A server for which no read waits.
	 * @param name its name
	 * @param pool lends connections
	 * @param size how many it has at most
	 * @param probe opens a new connection each time
	 */
	public Server(String name, DataSource pool, int size, DataSource probe) {
		this(name, pool, () -> size, Duration.ZERO, PoolWait.UNHEARD, probe);
	}

	int poolSize() {
		return this.size.getAsInt();
	}

}
