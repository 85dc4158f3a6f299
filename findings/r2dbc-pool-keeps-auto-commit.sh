#!/usr/bin/env bash
# A connection of r2dbc-pool is lent with auto-commit off, and what its next borrower inserts is neither committed nor rolled back.
#
# Guess:     the pool resets a connection before it lends it again, as JDBC pools do.
# Version:   r2dbc-pool 1.0.2, r2dbc-postgresql 1.1.1, PostgreSQL 18.4.
# Behaviour: the pool resets neither auto-commit, isolation nor statement timeout. The transaction of a borrower that relies on
#            auto-commit stays open in the idle connection, and the borrower after it goes on in the same transaction.
# Product:   does not observe R2DBC; a ConnectionFactory counts as an unobserved data source.

. "$(dirname "$0")/support/java.sh"

expect \
  "auto-commit: false" \
  "isolation: serializable" \
  "statement timeout: 4321ms" \
  "inserted by the second borrower: 1" \
  "the idle connection: idle in transaction" \
  "rows that others see: 0" \
  "rows that the third borrower sees: 1"

java_with io.r2dbc:r2dbc-pool:1.0.2.RELEASE org.postgresql:r2dbc-postgresql:1.1.1.RELEASE "${postgresql[@]}" << 'EOF'
import java.time.Duration;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.IsolationLevel;
import io.r2dbc.spi.Result;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

class Program {

	public static void main(String[] args) throws Exception {
		try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
			ConnectionFactory factory = new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
				.host("localhost")
				.port(server.getPort())
				.username("postgres")
				.database("postgres")
				.build());
			ConnectionPool pool = new ConnectionPool(
					ConnectionPoolConfiguration.builder(factory).initialSize(1).maxSize(1).build());
			Connection first = await(pool.create());
			update(first, "create table account (id int)");
			await(first.setAutoCommit(false));
			await(first.setTransactionIsolationLevel(IsolationLevel.SERIALIZABLE));
			await(first.setStatementTimeout(Duration.ofMillis(4321)));
			await(first.close());
			Connection second = await(pool.create());
			System.out.println("auto-commit: " + second.isAutoCommit());
			System.out.println("isolation: " + query(second, "show transaction_isolation"));
			System.out.println("statement timeout: " + query(second, "show statement_timeout"));
			System.out.println("inserted by the second borrower: " + update(second, "insert into account values (1)"));
			await(second.close());
			Connection other = await(factory.create());
			System.out.println("the idle connection: "
					+ query(other, "select state from pg_stat_activity where query like 'insert%'"));
			System.out.println("rows that others see: " + query(other, "select count(*)::text from account"));
			await(other.close());
			Connection third = await(pool.create());
			System.out.println("rows that the third borrower sees: " + query(third, "select count(*)::text from account"));
			await(third.close());
			pool.dispose();
		}
	}

	private static Long update(Connection connection, String sql) {
		return await(Flux.from(connection.createStatement(sql).execute()).flatMap(Result::getRowsUpdated));
	}

	private static String query(Connection connection, String sql) {
		return await(Flux.from(connection.createStatement(sql).execute())
			.flatMap((result) -> result.map((row) -> row.get(0, String.class))));
	}

	private static <T> T await(Publisher<T> publisher) {
		return Flux.from(publisher).blockLast(Duration.ofSeconds(30));
	}

}
EOF
