package io.perfstarter.sample.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

import io.perfstarter.sample.ticket.ParkingData;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.util.FileSystemUtils;

/**
 * A PostgreSQL primary and a standby that streams from it.
 */
final class PostgresDatabase implements Database {

	private static final String USER = "postgres";

	private static final Duration START_WAIT = Duration.ofSeconds(30);

	private final EmbeddedPostgres primary;

	private final EmbeddedPostgres standby;

	private PostgresDatabase(EmbeddedPostgres primary, EmbeddedPostgres standby) {
		this.primary = primary;
		this.standby = standby;
	}

	/**
	 * Starts the databases. The standby starts from a copy of the primary, which is made
	 * while the primary is stopped.
	 */
	static PostgresDatabase start(SampleDirectory directory, int primaryPort, int standbyPort) throws IOException {
		Path primaryData = directory.postgresData(primaryPort);
		Path standbyData = directory.postgresData(standbyPort);
		try (EmbeddedPostgres seeded = start(directory, primaryData, primaryPort)) {
			ParkingData.create(seeded.getPostgresDatabase());
		}
		copy(primaryData, standbyData, primaryPort);
		EmbeddedPostgres primary = start(directory, primaryData, primaryPort);
		EmbeddedPostgres standby = start(directory, standbyData, standbyPort);
		return new PostgresDatabase(primary, standby);
	}

	static void copy(Path primaryData, Path standbyData, int primaryPort) throws IOException {
		FileSystemUtils.copyRecursively(primaryData, standbyData);
		Files.setPosixFilePermissions(standbyData, Files.getPosixFilePermissions(primaryData));
		Files.createFile(standbyData.resolve("standby.signal"));
		Files.writeString(standbyData.resolve("postgresql.auto.conf"),
				"primary_conninfo = 'host=127.0.0.1 port=%d user=%s'%n".formatted(primaryPort, USER),
				StandardOpenOption.APPEND);
	}

	private static EmbeddedPostgres start(SampleDirectory directory, Path data, int port) throws IOException {
		return EmbeddedPostgres.builder()
			.setOverrideWorkingDirectory(directory.binaries().toFile())
			.setDataDirectory(data)
			.setCleanDataDirectory(false)
			.setRegisterShutdownHook(false)
			.setPGStartupWait(START_WAIT)
			.setPort(port)
			.setServerConfig("listen_addresses", "127.0.0.1")
			// The database must not create socket files that another user could own.
			.setServerConfig("unix_socket_directories", "")
			// The embedded database disables this setting. A commit would then return
			// before it is written, and only written commits are sent to the standby.
			.setServerConfig("synchronous_commit", "on")
			// The default of 200 ms delays log records that no commit waits for.
			.setServerConfig("wal_writer_delay", "10ms")
			// The default is 5 s after the primary was unavailable.
			.setServerConfig("wal_retrieve_retry_interval", "200ms")
			.start();
	}

	@Override
	public List<String> arguments() {
		return List.of("--spring.datasource.url=" + url(this.primary), "--spring.datasource.username=" + USER,
				"--perf-starter.routing.replicas.standby.url=" + url(this.standby));
	}

	private static String url(EmbeddedPostgres postgres) {
		return "jdbc:postgresql://localhost:%d/postgres".formatted(postgres.getPort());
	}

	@Override
	public void close() {
		try (this.primary; this.standby) {
			// Closes the resources in reverse order: the standby first.
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
