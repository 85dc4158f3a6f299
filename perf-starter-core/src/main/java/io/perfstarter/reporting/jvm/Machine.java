package io.perfstarter.reporting.jvm;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import com.sun.management.OperatingSystemMXBean;
import io.perfstarter.reporting.jvm.CollectionListener.CollectionSummary;
import io.perfstarter.reporting.jvm.Load.Usage;
import io.perfstarter.reporting.window.MachineWindow;

/**
 * Watches the JVM and the machine below it. For one thread.
 *
 * <p>
 * The live set is what the last full collection has left in the old generation; with G1,
 * which collects it bit by bit, the least that the collections of the period have left
 * that looked for garbage in it and made it smaller; with ZGC and Shenandoah what a cycle
 * has left, with what was allocated meanwhile. It stays until the next one, and is
 * unknown as long as only the young generation was collected.
 */
public final class Machine implements AutoCloseable {

	private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(100);

	private final StopTheWorldClock stopped;

	private final Collector collector = Collector.ofThisJvm();

	private final CollectionListener collections = CollectionListener.ofThisJvm();

	private final Processors processors;

	private final Suspension suspension;

	private final DirectMemory direct = DirectMemory.ofThisJvm();

	private final long maxHeap = JvmFacts.maxHeap(VmFlags.ofThisJvm());

	private Load begin;

	private long stoppedBefore;

	private long pausesBefore;

	private long pausedBefore;

	/**
	 * Begins to watch.
	 * @param stopped for how long the JVM had stopped all threads
	 * @param root the directory that has {@code proc} and {@code sys}: {@code /}
	 * @param clock {@link System#nanoTime()}
	 */
	public Machine(StopTheWorldClock stopped, Path root, LongSupplier clock) {
		this(stopped, root, clock, processCpu());
	}

	Machine(StopTheWorldClock stopped, Path root, LongSupplier clock, LongSupplier processCpu) {
		this.stopped = stopped;
		int visible = Runtime.getRuntime().availableProcessors();
		this.processors = new Processors(root, processCpu, clock, visible);
		this.suspension = new Suspension(PERIOD, visible, clock, stopped, processCpu, this.processors::ready);
		this.begin = this.processors.load();
		this.stoppedBefore = stopped.getAsLong();
		this.pausesBefore = this.collector.pauses();
		this.pausedBefore = this.collector.pausedNanos();
	}

	private static LongSupplier processCpu() {
		OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
		return (machine != null) ? machine::getProcessCpuTime : () -> KernelFile.UNKNOWN;
	}

	/**
	 * ThreadSamples around. To be called every 100 ms; brings the clock of the stops up
	 * to date, too.
	 */
	public void sample() {
		this.stopped.sample();
		this.suspension.sample();
		this.direct.sample();
	}

	/**
	 * The thread that looks is about to sleep. To be called after it had other work to
	 * do, so that this does not pass for a time in which the process stood still.
	 */
	public void rest() {
		this.suspension.rest();
	}

	/**
	 * Ends a period.
	 * @return what happened since it was asked last
	 */
	public MachineWindow next() {
		this.stopped.sample();
		Load end = this.processors.load();
		Usage usage = end.since(this.begin);
		long stopped = this.stopped.getAsLong();
		long pauses = this.collector.pauses();
		long paused = this.collector.pausedNanos();
		CollectionSummary heard = this.collections.next();
		long count = pauses - this.pausesBefore;
		long collecting = paused - this.pausedBefore;
		// A pause is heard of late.
		long longest = (count > 0) ? Math.max(heard.longestPause(), collecting / count) : heard.longestPause();
		MachineWindow window = new MachineWindow(this.collector.name(), count, stopped - this.stoppedBefore,
				collecting + heard.stalled(), longest, heard.stalled(), heard.reason(), this.direct.next(),
				this.stopped.exact(), heard.live(), this.maxHeap, this.processors.available(), usage.process(),
				usage.machine(), end.machineProcessors(), usage.throttled(), usage.pressure(), usage.ready(),
				this.suspension.next());
		this.begin = end;
		this.stoppedBefore = stopped;
		this.pausesBefore = pauses;
		this.pausedBefore = paused;
		return window;
	}

	/**
	 * Listens to the collector no more.
	 */
	@Override
	public void close() {
		this.collections.close();
	}

}
