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

	/**
	 * Starts it anew.
	 * @param directory where its data are
	 * @param primaryPort port of the primary
	 * @param replicaPort port of the replica
	 * @throws IOException if it cannot be started
	 */
	public SampleDatabase(Path directory, int primaryPort, int replicaPort) throws IOException {
		Files.createDirectories(directory);
		SampleDirectory sample = new SampleDirectory(directory);
		sample.clean();
		this.postgres = PostgresDatabase.start(sample, primaryPort, replicaPort);
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
