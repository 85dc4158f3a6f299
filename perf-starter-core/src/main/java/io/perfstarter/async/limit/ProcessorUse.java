package io.perfstarter.async.limit;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

import com.sun.management.OperatingSystemMXBean;
import io.perfstarter.support.ResourceUse;
import io.perfstarter.support.SharedResource;

/**
 * The use of the processors that are available to this process. Confined to one thread.
 */
final class ProcessorUse implements SharedResource {

	// If this process causes less than this share of all use, only its own use counts.
	private static final double OWN_SHARE = 0.75;

	private final OperatingSystemMXBean system;

	private final LongSupplier clock;

	private long at;

	private long used;

	ProcessorUse() {
		this(ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class), System::nanoTime);
	}

	/**
	 * Starts the measurement.
	 * @param system the use of the processors
	 * @param clock {@link System#nanoTime()}
	 */
	ProcessorUse(OperatingSystemMXBean system, LongSupplier clock) {
		this.system = system;
		this.clock = clock;
		this.at = clock.getAsLong();
		this.used = system.getProcessCpuTime();
	}

	/**
	 * Returns how much all processes of the machine or control group have used since the
	 * last call. If other processes use much, counts only this process, because fewer
	 * requests would not reduce the rest.
	 */
	@Override
	public ResourceUse use() {
		long now = this.clock.getAsLong();
		long used = this.system.getProcessCpuTime();
		double elapsed = Math.max(1, now - this.at) * this.system.getAvailableProcessors();
		// The load that the JVM reports takes a CPU quota into account.
		double own = higher(this.system.getProcessCpuLoad(), (used - this.used) / elapsed);
		this.at = now;
		this.used = used;
		double all = this.system.getCpuLoad();
		double busy = Math.min(1, (own >= OWN_SHARE * all) ? higher(all, own) : own);
		return new ResourceUse("processors", this.system.getAvailableProcessors(), busy, ResourceUse.UNKNOWN);
	}

	/**
	 * Returns the higher one of two shares.
	 * @param share negative or NaN if it is unknown
	 */
	private static double higher(double share, double known) {
		return (share > known) ? share : known;
	}

}
