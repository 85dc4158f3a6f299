package io.perfstarter.reporting.jvm;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * For how long threads of this process were ready to compute and no processor was free,
 * as Linux counts it for each of them. For one thread.
 */
final class CpuWaitCounter {

	private final Path tasks;

	private Map<Path, Long> before;

	private long sum;

	/**
	 * Begins.
	 * @param root the directory that has {@code proc}
	 */
	CpuWaitCounter(Path root) {
		this.tasks = root.resolve("proc/self/task");
		this.before = read();
	}

	/**
	 * All threads together, since this began; of threads that have ended, what was known
	 * of them.
	 * @return in nanoseconds, {@link KernelFile#UNKNOWN} if the kernel does not count it
	 */
	long nanos() {
		Map<Path, Long> now = read();
		now.forEach((task, nanos) -> {
			long known = this.before.getOrDefault(task, 0L);
			// Less is that of another thread with the same number.
			this.sum += (nanos >= known) ? nanos - known : nanos;
		});
		this.before = now;
		return now.isEmpty() ? KernelFile.UNKNOWN : this.sum;
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
			catch (IOException ex) {
				return Map.of();
			}
		}
		return tasks;
	}

	/**
	 * The second figure of a thread's file.
	 */
	static long ready(Path file) {
		String schedule = KernelFile.read(file);
		String[] words = (schedule != null) ? schedule.split(" ") : new String[0];
		return (words.length > 1) ? KernelFile.number(words[1]) : KernelFile.UNKNOWN;
	}

}
