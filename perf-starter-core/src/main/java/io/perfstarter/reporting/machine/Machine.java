package io.perfstarter.reporting.machine;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
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
 * The live set is the memory in use in the old generation after a collection of it, the
 * minimum over the period, because soft references are live until memory is scarce. For
 * G1, which collects the old generation incrementally, collections count that reduced it.
 * For ZGC and Shenandoah, it includes objects allocated during the cycle. Between
 * collections the live set stays the same; before the first, it is unknown.
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
		// The notification about a pause may arrive after the end of the pause.
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

}
