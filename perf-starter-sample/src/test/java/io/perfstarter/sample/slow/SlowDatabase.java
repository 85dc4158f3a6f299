package io.perfstarter.sample.slow;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import io.perfstarter.sample.EmptyPostgres;
import io.perfstarter.sample.ticket.ParkingData;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A PostgreSQL with the parking data and a large table without the index it needs.
 */
final class SlowDatabase implements Closeable {

	private static final int VISITS = 2_500_000;

	private final EmbeddedPostgres postgres;

	SlowDatabase(Path directory) throws IOException {
		this.postgres = EmptyPostgres.in(directory).setServerConfig("max_parallel_workers_per_gather", "0").start();
		ParkingData.create(this.postgres.getPostgresDatabase());
		JdbcTemplate jdbcTemplate = new JdbcTemplate(this.postgres.getPostgresDatabase());
		jdbcTemplate.execute("""
				create unlogged table visits as
				select id, 'P-' || (id * 7919 %% 999983) as plate, repeat('was here ', 12) as note
				from generate_series(1::bigint, %d) id""".formatted(VISITS));
		jdbcTemplate.execute("alter table visits add primary key (id)");
		jdbcTemplate.execute("vacuum analyze visits");
	}

	int port() {
		return this.postgres.getPort();
	}

	Connection connect() throws SQLException {
		return this.postgres.getPostgresDatabase().getConnection();
	}

	/**
	 * What a process must be told about it.
	 * @param port its port, or one that leads to it
	 */
	static List<String> arguments(int port) {
		return List.of("--spring.datasource.url=jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port),
				"--spring.datasource.username=postgres");
	}

	@Override
	public void close() throws IOException {
		this.postgres.close();
	}

}
