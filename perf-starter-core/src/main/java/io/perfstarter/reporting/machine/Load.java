package io.perfstarter.reporting.machine;

import io.perfstarter.reporting.machine.Cgroup.Throttling;
import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.OutsideWork;

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
	 * @param processors the number of available processors
	 * @param outside who computed most outside of requests
	 */
	CpuWindow since(Load before, double processors, OutsideWork outside) {
		double wall = this.at - before.at;
		double machine = share(before.busy, this.busy, this.total - before.total) * this.machineProcessors;
		// Without a scheduler period, the quota did not throttle the process.
		long periods = Math.max(1, this.throttling.periods() - before.throttling.periods());
		return new CpuWindow(processors, share(before.process, this.process, wall), machine, this.machineProcessors,
				share(before.throttling.throttled(), this.throttling.throttled(), periods),
				Math.min(1, share(before.waited, this.waited, wall)), share(before.ready, this.ready, wall), outside);
	}

	static double share(long before, long after, double whole) {
		boolean unknown = before == KernelFile.UNKNOWN || after == KernelFile.UNKNOWN || whole <= 0;
		// A counter that has decreased belongs to another control group.
		return unknown ? Double.NaN : Math.max(0, after - before) / whole;
	}

}
