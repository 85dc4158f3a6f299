package io.perfstarter.reporting.jvm;

import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The processors of the machine, how many of them the process may use, and what was used
 * of them.
 */
final class Processors {

	private static final Pattern WAITED = Pattern.compile("some .*total=(\\d+)");

	private static final int IDLE = 3;

	private static final int IO_WAIT = 4;

	private static final int STEAL = 7;

	private final Path root;

	private final Cgroup cgroup;

	private final LongSupplier processCpu;

	private final LongSupplier clock;

	private final int visible;

	private final CpuWaitCounter runQueue;

	/**
	 * Takes where to read.
	 * @param root the directory that has {@code proc} and {@code sys}
	 * @param processCpu for how long the process computed, in nanoseconds
	 * @param clock {@link System#nanoTime()}
	 * @param visible how many processors the JVM sees
	 */
	Processors(Path root, LongSupplier processCpu, LongSupplier clock, int visible) {
		this.root = root;
		this.cgroup = Cgroup.of(root);
		this.processCpu = processCpu;
		this.clock = clock;
		this.visible = visible;
		this.runQueue = new CpuWaitCounter(root);
	}

	/**
	 * How many processors the process may use: those that the JVM sees, or less by a
	 * quota.
	 */
	double available() {
		double quota = this.cgroup.quota();
		// The JVM rounds a quota up.
		return (quota < this.visible) ? quota : this.visible;
	}

	/**
	 * What was used until now.
	 */
	Load load() {
		String statistics = KernelFile.read(this.root.resolve("proc/stat"));
		long[] ticks = ticks(statistics);
		long total = 0;
		for (long tick : ticks) {
			total += tick;
		}
		boolean known = ticks.length > IO_WAIT;
		long busy = known ? total - ticks[IDLE] - ticks[IO_WAIT] : KernelFile.UNKNOWN;
		return new Load(this.clock.getAsLong(), this.processCpu.getAsLong(), busy, total, count(statistics),
				this.cgroup.throttling(), waited(), this.runQueue.nanos());
	}

	/**
	 * User, nice, system, idle, iowait, irq, softirq, steal; what guests use is part of
	 * the first two.
	 */
	private static long[] ticks(@Nullable String statistics) {
		if (statistics == null || !statistics.startsWith("cpu ")) {
			return new long[0];
		}
		String[] words = statistics.lines().findFirst().orElse("").split(" +");
		long[] ticks = new long[Math.min(STEAL + 1, words.length - 1)];
		for (int i = 0; i < ticks.length; i++) {
			ticks[i] = Math.max(0, KernelFile.number(words[i + 1]));
		}
		return ticks;
	}

	private int count(@Nullable String statistics) {
		if (statistics == null) {
			return this.visible;
		}
		long lines = statistics.lines().takeWhile((line) -> line.startsWith("cpu")).count();
		return (lines > 1) ? (int) lines - 1 : this.visible;
	}

	/**
	 * For how long the calling thread was ready to compute until now, and no processor
	 * was free.
	 * @return in nanoseconds, {@link KernelFile#UNKNOWN} if the kernel does not count it
	 */
	long ready() {
		return CpuWaitCounter.ready(this.root.resolve("proc/thread-self/schedstat"));
	}

	/**
	 * For how long somebody on the machine waited for a processor until now.
	 * @return in nanoseconds, {@link KernelFile#UNKNOWN} if the kernel does not count it
	 */
	private long waited() {
		String pressure = KernelFile.read(this.root.resolve("proc/pressure/cpu"));
		Matcher matcher = WAITED.matcher((pressure != null) ? pressure : "");
		return matcher.find() ? KernelFile.number(matcher.group(1)) * 1_000 : KernelFile.UNKNOWN;
	}

}
