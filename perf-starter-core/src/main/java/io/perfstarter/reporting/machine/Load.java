package io.perfstarter.reporting.machine;

import io.perfstarter.reporting.machine.Cgroup.Throttling;

/**
 * The processor counters at one moment. Unknown values are {@link KernelFile#UNKNOWN}.
 *
 * @param at the time of the reading, in nanoseconds
 * @param process the CPU time of the process, in nanoseconds
 * @param busy the CPU time of the machine, in ticks
 * @param total the elapsed ticks of all processors of the machine
 * @param machineProcessors the number of processors of the machine
 * @param throttling the throttling by the CPU quota
 * @param waited the time for which any process waited for a processor, in nanoseconds
 * @param ready the total CPU wait of all threads of the process, in nanoseconds
 */
record Load(long at, long process, long busy, long total, int machineProcessors, Throttling throttling, long waited,
		long ready) {

	/**
	 * Returns the processor usage since an earlier reading.
	 */
	Usage since(Load before) {
		double wall = this.at - before.at;
		double machine = share(before.busy, this.busy, this.total - before.total) * this.machineProcessors;
		// Without a scheduler period, the quota did not throttle the process.
		long periods = Math.max(1, this.throttling.periods() - before.throttling.periods());
		return new Usage(share(before.process, this.process, wall), machine,
				share(before.throttling.throttled(), this.throttling.throttled(), periods),
				Math.min(1, share(before.waited, this.waited, wall)), share(before.ready, this.ready, wall));
	}

	private static double share(long before, long after, double whole) {
		boolean unknown = before == KernelFile.UNKNOWN || after == KernelFile.UNKNOWN || whole <= 0;
		// A counter that has decreased belongs to another control group.
		return unknown ? Double.NaN : Math.max(0, after - before) / whole;
	}

	/**
	 * The processor usage of a period. Unknown values are {@link Double#NaN}.
	 *
	 * @param process the number of processors that the process used
	 * @param machine the number of processors of the machine that were used
	 * @param throttled the share of scheduler periods in which the quota throttled the
	 * process, from 0 to 1
	 * @param pressure the share of the time in which any process waited for a processor,
	 * from 0 to 1
	 * @param ready the mean number of threads of the process that waited for a processor
	 */
	record Usage(double process, double machine, double throttled, double pressure, double ready) {
	}

}
