package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Returns the total time of JVM pauses since the start of the JVM, in nanoseconds.
 * Includes the time to reach the safepoint. Thread-safe without a lock.
 *
 * <p>
 * HotSpot counts the time of all safepoints in a memory-mapped file, so a read costs
 * about as much as reading a field. Without this file, as with {@code -XX:-UsePerfData},
 * the clock returns the GC pause time in milliseconds, as of the last {@link #sample()}.
 */
public final class StopTheWorldClock implements LongSupplier {

	private static final Log logger = LogFactory.getLog(StopTheWorldClock.class);

	private static final double SECOND = 1e9;

	private final Collector collector;

	private final @Nullable LongSupplier safepoints;

	private volatile long paused;

	/**
	 * Creates a clock.
	 * @param counters the counters of this JVM, {@code null} to use the pause time of the
	 * collector instead
	 */
	StopTheWorldClock(@Nullable PerfCounters counters, Collector collector) {
		this.collector = collector;
		this.safepoints = (counters != null) ? safepoints(counters) : null;
		sample();
	}

	private static LongSupplier safepoints(PerfCounters counters) {
		int reaching = counters.place("sun.rt.safepointSyncTime");
		int stopped = counters.place("sun.rt.safepointTime");
		double nanosPerTick = SECOND / counters.get(counters.place("sun.os.hrt.frequency"));
		return () -> (long) ((counters.get(reaching) + counters.get(stopped)) * nanosPerTick);
	}

	/**
	 * Creates the clock of this JVM.
	 * @return the clock, which is exact if the counters are available
	 */
	public static StopTheWorldClock ofThisJvm() {
		return of(files());
	}

	/**
	 * Creates the clock of this JVM from the first of the files that belongs to it.
	 */
	static StopTheWorldClock of(List<Path> files) {
		Collector collector = Collector.ofThisJvm();
		for (Path file : files) {
			try {
				PerfCounters counters = PerfCounters.map(file);
				if (isOfThisJvm(counters)) {
					return new StopTheWorldClock(counters, collector);
				}
			}
			catch (IOException | RuntimeException ex) {
				logger.debug("Cannot read the JVM performance counters in " + file, ex);
			}
		}
		return new StopTheWorldClock(null, collector);
	}

	/**
	 * Returns the candidates for the file of this JVM. Linux lists the file that the JVM
	 * has mapped, even if the user or the process id differs outside of the container. On
	 * other systems, the default location applies.
	 */
	static List<Path> files() {
		try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
			return lines.filter((line) -> line.contains("/hsperfdata_") && line.contains(" rw-s "))
				.map((line) -> Path.of(line.substring(line.indexOf('/'))))
				.toList();
		}
		catch (IOException | UncheckedIOException ex) {
			logger.debug("Cannot read the mapped files", ex);
			return List.of(Path.of(System.getProperty("java.io.tmpdir"),
					"hsperfdata_" + System.getProperty("user.name"), String.valueOf(ProcessHandle.current().pid())));
		}
	}

	/**
	 * Returns whether the counters belong to this JVM. An earlier process, or a process
	 * in another container, may have the same id.
	 */
	private static boolean isOfThisJvm(PerfCounters counters) {
		return counters.get(counters.place("sun.rt.vmInitDoneTime")) == ManagementFactory.getRuntimeMXBean()
			.getStartTime();
	}

	@Override
	public long getAsLong() {
		return (this.safepoints != null) ? this.safepoints.getAsLong() : this.paused;
	}

	/**
	 * Returns whether the clock counts all pauses in nanoseconds.
	 * @return {@code false} if it counts only GC pauses in milliseconds
	 */
	public boolean exact() {
		return this.safepoints != null;
	}

	/**
	 * Updates a clock that is not {@link #exact()}.
	 */
	public void sample() {
		if (this.safepoints == null) {
			this.paused = this.collector.pausedNanos();
		}
	}

}
