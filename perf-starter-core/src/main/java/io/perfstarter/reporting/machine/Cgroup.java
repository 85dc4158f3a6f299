package io.perfstarter.reporting.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;

/**
 * Reads the limits of the control group of this process, and of the parents of the group,
 * for version 1 and 2. The narrowest limit applies.
 */
final class Cgroup {

	// Version 1 reports "no limit" as a value slightly below the maximum of a long.
	private static final long NO_LIMIT = 1L << 60;

	private final List<Path> cpu;

	private final List<Path> memory;

	/**
	 * Finds the control group of this process.
	 * @param root the directory that contains {@code proc} and {@code sys}
	 */
	Cgroup(Path root) {
		this.cpu = directories(root, "cpu");
		this.memory = directories(root, "memory");
	}

	/**
	 * Returns the directories of the control group and its ancestors.
	 */
	private static List<Path> directories(Path root, String controller) {
		String groups = KernelFile.read(root.resolve("proc/self/cgroup"));
		if (groups == null) {
			return List.of();
		}
		Path mounts = root.resolve("sys/fs/cgroup");
		List<Path> unified = List.of();
		for (String line : groups.split("\n")) {
			String[] parts = line.split(":", 3);
			if (parts.length == 3 && List.of(parts[1].split(",")).contains(controller)) {
				Path together = mounts.resolve(parts[1]);
				return upwards(Files.isDirectory(together) ? together : mounts.resolve(controller), parts[2]);
			}
			if (parts.length == 3 && parts[1].isEmpty()) {
				unified = upwards(mounts, parts[2]);
			}
		}
		return unified;
	}

	/**
	 * Returns the directory at the path and its parents. In a container, the path may be
	 * a path of the host. Only the mount point is then visible.
	 */
	private static List<Path> upwards(Path mount, String path) {
		List<Path> directories = new ArrayList<>();
		Path directory = mount.resolve(path.substring(Math.min(1, path.length()))).normalize();
		while (directory != null && directory.startsWith(mount)) {
			directories.add(directory);
			directory = directory.getParent();
		}
		return (!directories.isEmpty()) ? directories : List.of(mount);
	}

	/**
	 * Returns the CPU quota as a number of processors.
	 * @return the quota, {@link Double#NaN} if there is none
	 */
	double quota() {
		Path narrowest = narrowest();
		return (narrowest != null) ? quota(narrowest) : Double.NaN;
	}

	private @Nullable Path narrowest() {
		return this.cpu.stream()
			.filter((directory) -> !Double.isNaN(quota(directory)))
			.min(Comparator.comparingDouble(Cgroup::quota))
			.orElse(null);
	}

	private static double quota(Path directory) {
		String unified = KernelFile.read(directory.resolve("cpu.max"));
		if (unified != null) {
			String[] parts = unified.split(" ");
			return (parts.length == 2) ? quota(KernelFile.number(parts[0]), KernelFile.number(parts[1])) : Double.NaN;
		}
		return quota(KernelFile.number(directory.resolve("cpu.cfs_quota_us")),
				KernelFile.number(directory.resolve("cpu.cfs_period_us")));
	}

	private static double quota(long quota, long period) {
		return (quota > 0 && period > 0) ? (double) quota / period : Double.NaN;
	}

	/**
	 * Returns a figure of the group with the narrowest CPU quota.
	 * @return the figure, {@link KernelFile#UNKNOWN} if there is no quota
	 */
	long statistic(String name) {
		Path narrowest = narrowest();
		return (narrowest != null) ? KernelFile.number(narrowest.resolve("cpu.stat"), name) : KernelFile.UNKNOWN;
	}

	/**
	 * Returns the memory limit.
	 * @return the limit in bytes, {@link KernelFile#UNKNOWN} if there is none
	 */
	long memoryLimit() {
		return this.memory.stream()
			.flatMapToLong((directory) -> LongStream.of(KernelFile.number(directory.resolve("memory.max")),
					KernelFile.number(directory.resolve("memory.limit_in_bytes"))))
			.filter((limit) -> limit > 0 && limit < NO_LIMIT)
			.min()
			.orElse(KernelFile.UNKNOWN);
	}

}
