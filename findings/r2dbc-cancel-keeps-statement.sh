#!/usr/bin/env bash
# A statement of R2DBC that was given up goes on in PostgreSQL, commits, and holds a connection that the pool counts as idle.
#
# Guess:     timeout() cancels the statement, or the pool closes its connection.
# Version:   r2dbc-pool 1.0.2, r2dbc-postgresql 1.1.1, PostgreSQL 18.4.
# Behaviour: the driver only discards the answer. The connection returns to the pool at once, and its next borrower waits for the
#            statement of the one before.
# Product:   does not observe R2DBC; a ConnectionFactory counts as an unobserved data source.

. "$(dirname "$0")/support/java.sh"

expect \
  "gave up: true" \
  "idle connections: 1" \
  "the next borrower waited for the statement before: true" \
  "rows of the statement that was given up: 1"

java_with io.r2dbc:r2dbc-pool:1.0.2.RELEASE org.postgresql:r2dbc-postgresql:1.1.1.RELEASE "${postgresql[@]}" << 'EOF'
import java.time.Duration;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Result;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import reactor.core.publisher.Flux;

class Program {

	public static void main(String[] args) throws Exception {
		try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
			ConnectionPool pool = new ConnectionPool(ConnectionPoolConfiguration
				.builder(new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
					.host("localhost")
					.port(server.getPort())
					.username("postgres")
					.database("postgres")
					.build()))
				.initialSize(1)
				.maxSize(1)
				.build());
			update(pool, "create table account (id int)").blockLast();
			long begin = System.nanoTime();
			try {
				update(pool, "insert into account select 1 from pg_sleep(5)").timeout(Duration.ofSeconds(1)).blockLast();
			}
			catch (RuntimeException ex) {
				System.out.println("gave up: " + (System.nanoTime() - begin < Duration.ofSeconds(4).toNanos()));
			}
			while (pool.getMetrics().orElseThrow().acquiredSize() > 0) {
				Thread.sleep(10);
			}
			System.out.println("idle connections: " + pool.getMetrics().orElseThrow().idleSize());
			String rows = query(pool, "select count(*)::text from account").blockLast();
			System.out.println("the next borrower waited for the statement before: "
					+ (System.nanoTime() - begin > Duration.ofSeconds(5).toNanos()));
			System.out.println("rows of the statement that was given up: " + rows);
			pool.dispose();
		}
	}

	private static Flux<Long> update(ConnectionPool pool, String sql) {
		return Flux.usingWhen(pool.create(),
				(connection) -> Flux.from(connection.createStatement(sql).execute()).flatMap(Result::getRowsUpdated),
				Connection::close);
	}

	private static Flux<String> query(ConnectionPool pool, String sql) {
		return Flux.usingWhen(pool.create(), (connection) -> Flux.from(connection.createStatement(sql).execute())
			.flatMap((result) -> result.map((row) -> row.get(0, String.class))), Connection::close);
	}

}
EOF
