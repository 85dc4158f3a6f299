package io.perfstarter.sample.launcher;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The database of the sample, primary and replica, for tests of other packages.
 */
public final class SampleDatabase implements Closeable {

	private final PostgresDatabase postgres;

	public SampleDatabase(Path directory, int primaryPort, int replicaPort) throws IOException {
		Files.createDirectories(directory);
		SampleDirectory sample = new SampleDirectory(directory);
		sample.clean();
		this.postgres = PostgresDatabase.start(sample, primaryPort, replicaPort);
	}

	/**
	 * Copies the data of a server that is stopped, for a standby that streams from it.
	 */
	public static void copy(Path primaryData, Path standbyData, int primaryPort) throws IOException {
		PostgresDatabase.copy(primaryData, standbyData, primaryPort);
	}

	/** What an instance of the ticket-service must be told about it. */
	public List<String> arguments() {
		return this.postgres.arguments();
	}

	@Override
	public void close() {
		this.postgres.close();
	}

}
