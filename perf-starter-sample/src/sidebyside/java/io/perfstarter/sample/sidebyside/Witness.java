package io.perfstarter.sample.sidebyside;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads the database all the time, to know of commits that nobody was told of, because
 * their instance was killed.
 */
final class Witness implements AutoCloseable {

	private static final int PERIOD_MILLIS = 20;

	private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

	private final SingleConnectionDataSource dataSource;

	private final Future<?> looking;

	Witness(DataSource dataSource, Versions versions) throws SQLException {
		Connection connection = dataSource.getConnection();
		this.dataSource = new SingleConnectionDataSource(connection, true);
		JdbcTemplate jdbcTemplate = new JdbcTemplate(this.dataSource);
		this.looking = this.thread.scheduleWithFixedDelay(() -> look(jdbcTemplate, versions), 0, PERIOD_MILLIS,
				TimeUnit.MILLISECONDS);
	}

	private static void look(JdbcTemplate jdbcTemplate, Versions versions) {
		record Row(long id, long version) {
		}
		List<Row> rows = jdbcTemplate.query("select id, version from ticket",
				(row, number) -> new Row(row.getLong(1), row.getLong(2)));
		long now = System.nanoTime();
		rows.forEach((row) -> versions.saw(row.id(), row.version(), now));
	}

	void assertLooking() {
		assertThat(this.looking).as("witness").isNotDone();
	}

	@Override
	public void close() {
		this.thread.shutdownNow();
		this.dataSource.destroy();
	}

}
