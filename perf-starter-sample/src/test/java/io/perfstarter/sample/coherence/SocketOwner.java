package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds out which process has opened a connection, from what Linux tells under /proc.
 */
final class SocketOwner {

	private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp6"), Path.of("/proc/net/tcp"));

	private SocketOwner() {
	}

	/**
	 * Whether a process has opened a connection on this machine.
	 * @param from the port of the one who opened it
	 * @param to the port that it was opened to
	 */
	static boolean owns(long process, int from, int to) {
		return TABLES.stream()
			.map((table) -> inode(table, from, to))
			.flatMap(Optional::stream)
			.anyMatch((inode) -> holds(process, inode));
	}

	private static Optional<String> inode(Path table, int from, int to) {
		try (Stream<String> lines = Files.lines(table)) {
			return lines.map((line) -> line.trim().split("\\s+"))
				.filter((fields) -> fields[1].endsWith(":%04X".formatted(from))
						&& fields[2].endsWith(":%04X".formatted(to)))
				.map((fields) -> fields[9])
				.findFirst();
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

	private static boolean holds(long process, String inode) {
		try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(process), "fd"))) {
			return descriptors.anyMatch((descriptor) -> isSocket(descriptor, inode));
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static boolean isSocket(Path descriptor, String inode) {
		try {
			return Files.readSymbolicLink(descriptor).toString().equals("socket:[%s]".formatted(inode));
		}
		catch (IOException ex) {
			// Closed meanwhile.
			return false;
		}
	}

}
