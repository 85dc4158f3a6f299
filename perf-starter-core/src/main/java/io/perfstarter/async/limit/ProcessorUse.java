package io.perfstarter.async.limit;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

import com.sun.management.OperatingSystemMXBean;
import io.perfstarter.support.SharedResource;

/**
 * The use of the processors that are available to this process. Confined to one thread.
 */
final class ProcessorUse implements SharedResource {

	/**
	 * The share of the used processors from which on fewer requests of this process would
	 * free some. It is low because the own use is counted in whole processors, all use in
	 * parts of a quota.
	 */
	private static final double OWN_SHARE = 0.25;

	private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

	private final LongSupplier clock;

	private long at;

	private long used;

	private boolean usedByOthers;

	/**
	 * Starts the measurement.
	 * @param clock {@link System#nanoTime()}
	 */
	ProcessorUse(LongSupplier clock) {
		this.clock = clock;
		this.at = clock.getAsLong();
		this.used = this.system.getProcessCpuTime();
	}

	@Override
	public String name() {
		return "processors";
	}

	/**
	 * Returns the use since the last call: that by this process of the processors that
	 * the JVM has, or that by all processes of the machine or control group, which knows
	 * a quota, if it is higher.
	 */
	@Override
	public double busy() {
		long now = this.clock.getAsLong();
		long used = this.system.getProcessCpuTime();
		double elapsed = Math.max(1, now - this.at) * Runtime.getRuntime().availableProcessors();
		double own = (used - this.used) / elapsed;
		this.at = now;
		this.used = used;
		double all = this.system.getCpuLoad();
		this.usedByOthers = own < OWN_SHARE * all;
		// Negative or NaN if it is unknown.
		return Math.min(1, (all > own) ? all : own);
	}

	/**
	 * Returns 0 if others use the processors: fewer requests would not free them.
	 */
	@Override
	public int waiting() {
		return (!this.usedByOthers) ? -1 : 0;
	}

}
