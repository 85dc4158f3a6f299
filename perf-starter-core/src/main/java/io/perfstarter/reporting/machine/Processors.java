package io.perfstarter.reporting.machine;

import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.OutsideWork;
import org.jspecify.annotations.Nullable;

/**
 * Measures the processors of the machine, the share that is available to the process, and
 * their usage.
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
	 * Creates the measurement.
	 * @param root the directory that contains {@code proc} and {@code sys}
	 * @param processCpu returns the CPU time of the process, in nanoseconds
	 * @param clock {@link System#nanoTime()}
	 * @param visible the number of processors that the JVM detects
	 */
	Processors(Path root, LongSupplier processCpu, LongSupplier clock, int visible) {
		this.root = root;
		this.cgroup = new Cgroup(root);
		this.processCpu = processCpu;
		this.clock = clock;
		this.visible = visible;
		this.runQueue = new CpuWaitCounter(root);
	}

	/**
	 * Returns the number of available processors: the number that the JVM detects, or a
	 * smaller CPU quota. The JVM rounds a fractional quota up.
	 */
	double available() {
		double quota = this.cgroup.quota();
		return (quota < this.visible) ? quota : this.visible;
	}

	/**
	 * Returns how many processors the process has used since an earlier reading.
	 * @return the mean number; NaN if unknown
	 */
	double used(Load since) {
		return Load.share(since.process(), this.processCpu.getAsLong(), this.clock.getAsLong() - since.at());
	}

	/**
	 * Reads the current counters.
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
				this.cgroup.statistic("nr_periods"), this.cgroup.statistic("nr_throttled"), waited(),
				this.runQueue.nanos());
	}

	/**
	 * Returns the ticks by state: user, nice, system, idle, iowait, irq, softirq, steal.
	 * The first two include the time of guests.
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
	 * Returns the total time for which the calling thread waited for a processor.
	 * @return the time in nanoseconds, {@link KernelFile#UNKNOWN} if the kernel does not
	 * provide it
	 */
	long ready() {
		return CpuWaitCounter.ready(this.root.resolve("proc/thread-self/schedstat"));
	}

	/**
	 * Returns the total time for which any process on the machine waited for a processor.
	 * @return the time in nanoseconds, {@link KernelFile#UNKNOWN} if the kernel does not
	 * provide it
	 */
	private long waited() {
		String pressure = KernelFile.read(this.root.resolve("proc/pressure/cpu"));
		Matcher matcher = WAITED.matcher((pressure != null) ? pressure : "");
		return matcher.find() ? KernelFile.number(matcher.group(1)) * 1_000 : KernelFile.UNKNOWN;
	}

	/**
	 * The processor counters at one moment. Unknown values are
	 * {@link KernelFile#UNKNOWN}.
	 *
	 * @param at the time of the reading, in nanoseconds
	 * @param process the CPU time of the process, in nanoseconds
	 * @param busy the CPU time of the machine, in ticks
	 * @param total the elapsed ticks of all processors of the machine
	 * @param machineProcessors the number of processors of the machine
	 * @param periods the scheduler periods with a CPU quota
	 * @param throttled the periods in which the quota throttled the process
	 * @param waited the time for which any process waited for a processor, in nanoseconds
	 * @param ready the total CPU wait of all threads of the process, in nanoseconds
	 */
	record Load(long at, long process, long busy, long total, int machineProcessors, long periods, long throttled,
			long waited, long ready) {

		/**
		 * Returns the processor usage since an earlier reading.
		 * @param processors the number of available processors
		 * @param outside who computed most outside of requests
		 */
		CpuWindow since(Load before, double processors, OutsideWork outside) {
			double wall = this.at - before.at;
			double machine = share(before.busy, this.busy, this.total - before.total) * this.machineProcessors;
			// Without a scheduler period, the quota did not throttle the process.
			long periods = Math.max(1, this.periods - before.periods);
			return new CpuWindow(processors, share(before.process, this.process, wall), machine, this.machineProcessors,
					share(before.throttled, this.throttled, periods),
					Math.min(1, share(before.waited, this.waited, wall)), share(before.ready, this.ready, wall),
					outside);
		}

		static double share(long before, long after, double whole) {
			boolean unknown = before == KernelFile.UNKNOWN || after == KernelFile.UNKNOWN || whole <= 0;
			// A counter that has decreased belongs to another control group.
			return unknown ? Double.NaN : Math.max(0, after - before) / whole;
		}

	}

}
