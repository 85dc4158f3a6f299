package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.function.IntSupplier;

import javax.sql.DataSource;

import io.perfstarter.support.WaitListener;

/**
 * A configured database server.
 *
 * @param name its name; for a replica the key in the configuration
 * @param pool its connection pool; for a replica with a short connection timeout
 * @param size returns the maximum size of the pool, which may change
 * @param connectionTimeout the maximum wait of a read: for the primary in total, for a
 * replica until the read tries other servers
 * @param waitListener receives the waits of reads for this server
 * @param probe opens a new connection for each call, to probe the server
 */
public record Server(String name, DataSource pool, IntSupplier size, Duration connectionTimeout,
		WaitListener waitListener, DataSource probe) {
}
