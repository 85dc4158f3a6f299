package io.perfstarter.sample.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A process that a sample has started, identified by the file that contains its id.
 *
 * @param handle the process
 */
record StartedProcess(ProcessHandle handle) {

	private static final Duration TOLERANCE = Duration.ofSeconds(10);

	private static final long GRACE_SECONDS = 10;

	/** Finds a Java process by its id file, which the launcher writes. */
	static Optional<StartedProcess> ofIdFile(Path file) {
		List<String> lines = lines(file);
		if (lines.isEmpty()) {
			return Optional.empty();
		}
		return of(lines.get(0), lastModified(file));
	}

	/**
	 * Finds PostgreSQL by its id file, which also contains the data directory and the
	 * start time.
	 */
	static Optional<StartedProcess> ofPostgres(Path dataDirectory) {
		List<String> lines = lines(dataDirectory.resolve("postmaster.pid"));
		if (lines.size() < 3 || !Path.of(lines.get(1)).equals(dataDirectory)) {
			return Optional.empty();
		}
		return of(lines.get(0), Instant.ofEpochSecond(Long.parseLong(lines.get(2).trim())));
	}

	/**
	 * Finds a process whose start time matches the file, because the operating system may
	 * have reused the id.
	 */
	private static Optional<StartedProcess> of(String id, Instant startedAt) {
		return ProcessHandle.of(Long.parseLong(id.trim()))
			.filter((handle) -> handle.info()
				.startInstant()
				.filter((start) -> Duration.between(start, startedAt).abs().compareTo(TOLERANCE) < 0)
				.isPresent())
			.map(StartedProcess::new);
	}

	/** Ends the process; PostgreSQL does not wait for its clients. */
	void endAtOnce() {
		try {
			new ProcessBuilder("kill", "-QUIT", Long.toString(this.handle.pid())).start().waitFor();
			awaitEnd();
		}
		catch (IOException ex) {
			this.handle.destroyForcibly();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	void end() {
		this.handle.destroy();
		awaitEnd();
	}

	private void awaitEnd() {
		try {
			this.handle.onExit().orTimeout(GRACE_SECONDS, TimeUnit.SECONDS).join();
		}
		catch (RuntimeException ex) {
			this.handle.destroyForcibly();
		}
	}

	private static List<String> lines(Path file) {
		try {
			return Files.exists(file) ? Files.readAllLines(file) : List.of();
		}
		catch (IOException ex) {
			return List.of();
		}
	}

	private static Instant lastModified(Path file) {
		try {
			return Files.getLastModifiedTime(file).toInstant();
		}
		catch (IOException ex) {
			return Instant.EPOCH;
		}
	}

}
