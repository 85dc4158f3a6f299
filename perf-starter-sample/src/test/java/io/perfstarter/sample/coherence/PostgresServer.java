package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.sample.EmptyPostgres;
import io.perfstarter.sample.launcher.SampleDatabase;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A PostgreSQL server that keeps its port and its data when it is started again, and that
 * a standby can replace.
 */
final class PostgresServer implements AutoCloseable {

	private static final Duration START_WAIT = Duration.ofSeconds(30);

	private final Path directory;

	private final int port = FreePort.find();

	// Null while it is stopped.
	private EmbeddedPostgres running;

	PostgresServer(Path directory) throws IOException {
		this.directory = directory;
		start();
	}

	int port() {
		return this.port;
	}

	/**
	 * Starts the server unless it runs.
	 */
	void start() throws IOException {
		if (this.running == null) {
			this.running = EmptyPostgres.in(this.directory)
				.setPort(this.port)
				.setCleanDataDirectory(false)
				.setPGStartupWait(START_WAIT)
				.start();
		}
	}

	/**
	 * Shuts the server down, so that its standby has all that was committed.
	 */
	void stop() throws IOException {
		if (this.running != null) {
			this.running.close();
			this.running = null;
			assertThat(EmptyPostgres.data(this.directory).resolve("postmaster.pid")).doesNotExist();
		}
	}

	/**
	 * Starts a standby that streams from this server, which is restarted for a copy.
	 */
	PostgresServer addStandby() throws IOException {
		Path other = this.directory.resolve("standby");
		stop();
		SampleDatabase.copy(EmptyPostgres.data(this.directory), EmptyPostgres.data(other), this.port);
		start();
		PostgresServer standby = new PostgresServer(other);
		await("a standby that streams")
			.until(() -> is("exists (select from pg_stat_replication where state = 'streaming')"));
		return standby;
	}

	void promote() {
		jdbcTemplate().execute("select pg_promote(false)");
		await("promotion").until(() -> is("not pg_is_in_recovery()"));
	}

	private boolean is(String condition) {
		return Boolean.TRUE.equals(jdbcTemplate().queryForObject("select " + condition, Boolean.class));
	}

	private JdbcTemplate jdbcTemplate() {
		return new JdbcTemplate(this.running.getPostgresDatabase());
	}

	@Override
	public void close() throws IOException {
		stop();
		FileSystemUtils.deleteRecursively(EmptyPostgres.data(this.directory));
	}

}
