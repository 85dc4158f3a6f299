package io.perfstarter.sample.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.util.FileSystemUtils;

/**
 * The folder of a running sample, which contains data, logs and process ids. The next
 * start uses it to end the processes of a killed sample.
 */
class SampleDirectory {

	private final Path path;

	private @Nullable FileLock lock;

	SampleDirectory(Path path) {
		this.path = path;
	}

	/**
	 * Locks the folder. The operating system releases the lock when the process ends for
	 * any reason.
	 */
	void lock() {
		try {
			Files.createDirectories(this.path);
			FileChannel channel = FileChannel.open(this.path.resolve("lock"), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE);
			this.lock = channel.tryLock();
		}
		catch (IOException ex) {
			throw new SampleException("The folder %s cannot be used".formatted(this.path), ex);
		}
		if (this.lock == null) {
			throw new SampleException(
					"A sample with these ports runs already. End it, or start another: --sample.port-offset=1000");
		}
	}

	Path binaries() {
		return this.path.resolve("postgres-binaries");
	}

	Path postgresData(int port) {
		return this.path.resolve("postgres-" + port);
	}

	Path log(String name) {
		return this.path.resolve(name + ".log");
	}

	Path processId(String name) {
		return this.path.resolve(name + ".pid");
	}

	void writeProcessId(String name, long id) {
		try {
			Files.writeString(processId(name), id + "\n");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Ends the processes of a killed sample and deletes its data. */
	void clean() {
		for (Path file : children("*.pid")) {
			StartedProcess.ofIdFile(file).ifPresent(StartedProcess::end);
			delete(file);
		}
		endDatabases();
		children("postgres-[0-9]*").forEach(SampleDirectory::delete);
	}

	void endDatabases() {
		children("postgres-[0-9]*")
			.forEach((data) -> StartedProcess.ofPostgres(data).ifPresent(StartedProcess::endAtOnce));
	}

	private List<Path> children(String glob) {
		try (Stream<Path> children = Files.list(this.path)) {
			return children.filter(
					(child) -> this.path.getFileSystem().getPathMatcher("glob:" + glob).matches(child.getFileName()))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static void delete(Path path) {
		try {
			FileSystemUtils.deleteRecursively(path);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
