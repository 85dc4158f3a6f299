package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the time for which threads of this process waited for a processor, from Linux
 * scheduler statistics per thread. Confined to one thread.
 */
final class CpuWaitCounter {

	private final Path tasks;

	private Map<Path, Long> before;

	private long sum;

	/**
	 * Creates a counter.
	 * @param root the directory that contains {@code proc}
	 */
	CpuWaitCounter(Path root) {
		this.tasks = root.resolve("proc/self/task");
		this.before = read();
	}

	/**
	 * Returns the total wait of all threads since the creation of this counter. Includes
	 * the last known figures of ended threads.
	 * @return the time in nanoseconds, {@link KernelFile#UNKNOWN} if the kernel does not
	 * provide it
	 */
	long nanos() {
		Map<Path, Long> now = read();
		if (now.isEmpty()) {
			return KernelFile.UNKNOWN;
		}
		now.forEach((task, nanos) -> {
			long known = this.before.getOrDefault(task, 0L);
			// A lower figure belongs to another thread with the same id.
			this.sum += (nanos >= known) ? nanos - known : nanos;
		});
		this.before = now;
		return this.sum;
	}

	private Map<Path, Long> read() {
		Map<Path, Long> tasks = new HashMap<>();
		if (Files.isDirectory(this.tasks)) {
			try (DirectoryStream<Path> folders = Files.newDirectoryStream(this.tasks)) {
				for (Path folder : folders) {
					long nanos = ready(folder.resolve("schedstat"));
					if (nanos != KernelFile.UNKNOWN) {
						tasks.put(folder.getFileName(), nanos);
					}
				}
			}
			catch (IOException | DirectoryIteratorException ex) {
				return Map.of();
			}
		}
		return tasks;
	}

	/**
	 * Returns the wait time of a thread, which is the second figure of its file.
	 */
	static long ready(Path file) {
		String schedule = KernelFile.read(file);
		String[] words = (schedule != null) ? schedule.split(" ") : new String[0];
		return (words.length > 1) ? KernelFile.number(words[1]) : KernelFile.UNKNOWN;
	}

}
