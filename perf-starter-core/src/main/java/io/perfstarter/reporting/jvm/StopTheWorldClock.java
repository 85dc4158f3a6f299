package io.perfstarter.reporting.jvm;

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
 * For how long the JVM had stopped all threads since its start, in nanoseconds, with the
 * time until the last thread stood still. Thread-safe without a lock.
 *
 * <p>
 * HotSpot counts it in a file that it maps, so that a read costs about as much as that of
 * a field, and every safepoint is in it. Where there is no such file, as with
 * {@code -XX:-UsePerfData}, it is the time that the collector has paused, to the
 * millisecond, as it was at the last {@link #sample()}.
 */
public final class StopTheWorldClock implements LongSupplier {

	private static final Log logger = LogFactory.getLog(StopTheWorldClock.class);

	private static final double SECOND = 1e9;

	private final Collector collector;

	private final @Nullable PerfCounters counters;

	private final int reaching;

	private final int stopped;

	private final double nanosPerTick;

	private volatile long paused;

	/**
	 * Takes where to read.
	 * @param counters those of this JVM, {@code null} to ask its collector instead
	 */
	StopTheWorldClock(@Nullable PerfCounters counters, Collector collector) {
		this.collector = collector;
		this.counters = counters;
		this.reaching = (counters != null) ? counters.place("sun.rt.safepointSyncTime") : 0;
		this.stopped = (counters != null) ? counters.place("sun.rt.safepointTime") : 0;
		this.nanosPerTick = (counters != null) ? SECOND / counters.get(counters.place("sun.os.hrt.frequency")) : 1;
		sample();
	}

	/**
	 * The clock of this JVM.
	 * @return a clock, exact if that can be
	 */
	public static StopTheWorldClock ofThisJvm() {
		return of(files());
	}

	/**
	 * The clock of this JVM, if it has one of the files.
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
	 * Linux knows which file the JVM has mapped, whoever its user is, and whatever its
	 * number is outside of its container. Elsewhere it is where it usually is.
	 */
	static List<Path> files() {
		Path usual = Path.of(System.getProperty("java.io.tmpdir"), "hsperfdata_" + System.getProperty("user.name"),
				String.valueOf(ProcessHandle.current().pid()));
		Path maps = Path.of("/proc/self/maps");
		if (!Files.isReadable(maps)) {
			return List.of(usual);
		}
		try (Stream<String> lines = Files.lines(maps)) {
			return lines.filter((line) -> line.contains("/hsperfdata_") && line.contains(" rw-s "))
				.map((line) -> Path.of(line.substring(line.indexOf('/'))))
				.toList();
		}
		catch (IOException | UncheckedIOException ex) {
			logger.debug("Cannot read " + maps, ex);
			return List.of(usual);
		}
	}

	/**
	 * Not that of one that had the same number before, or has it in another container.
	 */
	private static boolean isOfThisJvm(PerfCounters counters) {
		return counters.get(counters.place("sun.rt.vmInitDoneTime")) == ManagementFactory.getRuntimeMXBean()
			.getStartTime();
	}

	@Override
	public long getAsLong() {
		PerfCounters counters = this.counters;
		if (counters == null) {
			return this.paused;
		}
		return (long) ((counters.get(this.reaching) + counters.get(this.stopped)) * this.nanosPerTick);
	}

	/**
	 * Whether it counts every stop, and to the nanosecond.
	 * @return if not, it is the time of the collector
	 */
	public boolean exact() {
		return this.counters != null;
	}

	/**
	 * Brings a clock up to date that is not {@link #exact()}.
	 */
	public void sample() {
		if (this.counters == null) {
			this.paused = this.collector.pausedNanos();
		}
	}

}
