package io.perfstarter.reporting.machine;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import com.sun.management.OperatingSystemMXBean;
import io.perfstarter.reporting.machine.CollectionListener.CollectionSummary;
import io.perfstarter.reporting.machine.Processors.Load;
import io.perfstarter.reporting.machine.Suspension.Reading;
import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.OutsideWork;

/**
 * Measures the JVM and the machine. Confined to one thread.
 *
 * <p>
 * The live set is the least memory in use in the old generation after its collections in
 * a period: the least, because soft references are live until memory is scarce. G1
 * collects the old generation incrementally, so only collections count that reduced it.
 * For ZGC and Shenandoah, the live set includes objects allocated during the cycle.
 * Between collections, it stays the same; before the first, it is unknown.
 */
public final class Machine implements AutoCloseable {

	private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(100);

	private final StopTheWorldClock stopped;

	private final Collector collector = Collector.ofThisJvm();

	private final CollectionListener collections = CollectionListener.ofThisJvm();

	private final LongSupplier clock;

	private final Processors processors;

	private final Suspension suspension;

	private final LiveSetGrowth growth = new LiveSetGrowth();

	private final DirectMemory direct = DirectMemory.ofThisJvm();

	private final ColdClasses classes = ColdClasses.ofThisJvm();

	private final long maxHeap = VmFlags.maxHeap();

	private final ProcessMemory memory;

	private Load begin;

	private double available;

	private long stoppedBefore;

	private long pausesBefore;

	private long pausedBefore;

	/**
	 * Starts the measurements.
	 * @param stopped returns the total time of JVM pauses
	 * @param root the directory that contains {@code proc} and {@code sys}: {@code /}
	 * @param clock {@link System#nanoTime()}
	 */
	public Machine(StopTheWorldClock stopped, Path root, LongSupplier clock) {
		this(stopped, root, clock, ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)::getProcessCpuTime);
	}

	Machine(StopTheWorldClock stopped, Path root, LongSupplier clock, LongSupplier processCpu) {
		this.stopped = stopped;
		this.clock = clock;
		this.memory = ProcessMemory.of(root);
		int visible = Runtime.getRuntime().availableProcessors();
		this.processors = new Processors(root, processCpu, clock, visible);
		this.suspension = new Suspension(PERIOD, visible, () -> new Reading(clock.getAsLong(), stopped.getAsLong(),
				processCpu.getAsLong(), this.processors.ready()));
		this.begin = this.processors.load();
		this.available = this.processors.available();
		this.stoppedBefore = stopped.getAsLong();
		this.pausesBefore = this.collector.pauses();
		this.pausedBefore = this.collector.pausedNanos();
	}

	/**
	 * Takes samples and updates the clock of JVM pauses. To be called every 100 ms.
	 */
	public void sample() {
		this.stopped.sample();
		this.suspension.sample();
		this.direct.sample();
	}

	/**
	 * Records that the sampling thread is about to sleep. To be called after other work,
	 * so that the work does not count as a suspension of the process.
	 */
	public void rest() {
		this.suspension.rest();
	}

	/**
	 * Returns whether collections have taken too long since the begin of the period.
	 * @return {@code true} from {@link GcWindow#LONG} on
	 */
	public boolean isCollecting() {
		long collecting = this.collector.pausedNanos() - this.pausedBefore + this.collections.stalled();
		return collecting >= GcWindow.LONG * (this.clock.getAsLong() - this.begin.at());
	}

	/**
	 * Returns whether the process has used most of its processors since the begin of the
	 * period.
	 * @return {@code true} from {@link CpuWindow#SATURATED} on
	 */
	public boolean isComputing() {
		return this.processors.used(this.begin) >= CpuWindow.SATURATED * this.available;
	}

	/**
	 * Ends a period.
	 * @param allocating who allocated most outside of requests
	 * @param computing who computed most outside of requests
	 * @return the measurements since the last call
	 */
	public MachineWindow next(OutsideWork allocating, OutsideWork computing) {
		this.stopped.sample();
		Load end = this.processors.load();
		this.available = this.processors.available();
		long stopped = this.stopped.getAsLong();
		long pauses = this.collector.pauses();
		long paused = this.collector.pausedNanos();
		CollectionSummary heard = this.collections.next();
		long count = pauses - this.pausesBefore;
		long collecting = paused - this.pausedBefore;
		// The notification about a pause may arrive in the next period.
		long longest = (count > 0) ? Math.max(heard.longestPause(), collecting / count) : heard.longestPause();
		MachineWindow window = new MachineWindow(
				new GcWindow(this.collector.name(), count, collecting + heard.stalled(), longest, heard.stalled(),
						heard.reason(), heard.live(), this.growth.add(heard.live()), this.maxHeap,
						this.memory.heapLimit(), allocating),
				end.since(this.begin, this.available, computing), stopped - this.stoppedBefore, this.stopped.exact(),
				this.direct.next(), this.classes.next(), this.suspension.next());
		this.begin = end;
		this.stoppedBefore = stopped;
		this.pausesBefore = pauses;
		this.pausedBefore = paused;
		return window;
	}

	/**
	 * Unregisters the collection listener.
	 */
	@Override
	public void close() {
		this.collections.close();
	}

	/**
	 * Measures the used share of the direct memory limit. Confined to one thread.
	 */
	static final class DirectMemory {

		private final LongSupplier used;

		private final long limit;

		private long peak;

		/**
		 * Creates a measurement.
		 * @param used supplies the number of bytes in use
		 * @param limit the maximum number of bytes
		 */
		DirectMemory(LongSupplier used, long limit) {
			this.used = used;
			this.limit = limit;
		}

		static DirectMemory ofThisJvm() {
			long set = VmFlags.number("MaxDirectMemorySize");
			// Without this flag, the limit is the maximum heap size.
			return new DirectMemory(ProcessMemory::direct, (set > 0) ? set : Runtime.getRuntime().maxMemory());
		}

		void sample() {
			this.peak = Math.max(this.peak, this.used.getAsLong());
		}

		/**
		 * Returns the maximum use since the last call.
		 * @return the share of the limit, from 0 to 1
		 */
		double next() {
			sample();
			double share = (double) this.peak / this.limit;
			this.peak = 0;
			return share;
		}

	}

	/**
	 * Recognizes a live set that has fallen, or that keeps growing: each of the last
	 * three readings exceeds each of the three before. Confined to one thread.
	 */
	static final class LiveSetGrowth {

		private static final int READINGS = 6;

		private final Deque<Long> readings = new ArrayDeque<>(READINGS);

		/**
		 * Adds the live set at the end of a period.
		 * @param live the memory after the last collection of the old generation, in
		 * bytes; negative if it is unknown. An unchanged value is no reading.
		 * @return the growth over the last readings, in bytes; if the live set does not
		 * keep growing, the negative largest fall between two readings, or 0
		 */
		long add(long live) {
			if (live >= 0 && !Long.valueOf(live).equals(this.readings.peekLast())) {
				this.readings.addLast(live);
				if (this.readings.size() > READINGS) {
					this.readings.removeFirst();
				}
			}
			return grown(List.copyOf(this.readings));
		}

		private static long grown(List<Long> readings) {
			if (readings.size() == READINGS) {
				long before = readings.stream().limit(READINGS / 2).mapToLong(Long::longValue).max().orElseThrow();
				long after = readings.stream().skip(READINGS / 2).mapToLong(Long::longValue).min().orElseThrow();
				if (after > before) {
					return readings.get(READINGS - 1) - readings.get(0);
				}
			}
			long highest = 0;
			long fallen = 0;
			for (long reading : readings) {
				highest = Math.max(highest, reading);
				fallen = Math.max(fallen, highest - reading);
			}
			return -fallen;
		}

	}

	/**
	 * Counts the classes that are loaded soon after the start of the JVM. Confined to one
	 * thread.
	 */
	static final class ColdClasses {

		/**
		 * The time from the start of the JVM for which classes are counted, in
		 * milliseconds.
		 */
		static final long COLD = Duration.ofMinutes(2).toMillis();

		private final LongSupplier loaded;

		private final LongSupplier uptime;

		private long loadedBefore;

		private long uptimeBefore;

		/**
		 * Creates a counter.
		 * @param loaded returns the total number of loaded classes
		 * @param uptime returns the time since the start of the JVM, in milliseconds
		 */
		ColdClasses(LongSupplier loaded, LongSupplier uptime) {
			this.loaded = loaded;
			this.uptime = uptime;
			this.loadedBefore = loaded.getAsLong();
			this.uptimeBefore = uptime.getAsLong();
		}

		static ColdClasses ofThisJvm() {
			ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
			return new ColdClasses(classes::getTotalLoadedClassCount, ManagementFactory.getRuntimeMXBean()::getUptime);
		}

		/**
		 * Returns the number of classes that were loaded since the last call, 0 if the
		 * last call was later than {@link #COLD}.
		 */
		long next() {
			long loaded = this.loaded.getAsLong();
			long number = (this.uptimeBefore < COLD) ? loaded - this.loadedBefore : 0;
			this.loadedBefore = loaded;
			this.uptimeBefore = this.uptime.getAsLong();
			return number;
		}

	}

}
