package io.perfstarter.sample;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import io.perfstarter.fixtures.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A PostgreSQL server without data that listens to this machine only.
 */
public final class EmptyPostgres {

	// The binaries are unpacked once, guarded by a lock on a file.
	private static final Path BINARIES = Path.of("target", "postgres-binaries").toAbsolutePath();

	private EmptyPostgres() {
	}

	/**
	 * Describes one.
	 */
	public static EmbeddedPostgres.Builder in(Path directory) throws IOException {
		return EmbeddedPostgres.builder()
			.setOverrideWorkingDirectory(BINARIES.toFile())
			.setDataDirectory(data(directory))
			.setPort(FreePort.find())
			.setPGStartupWait(Duration.ofSeconds(60))
			.setServerConfig("listen_addresses", "127.0.0.1")
			.setServerConfig("unix_socket_directories", "");
	}

	/** Where in its directory the data are. */
	public static Path data(Path directory) {
		return directory.resolve("postgres");
	}

}
