package io.perfstarter.reporting.jvm;

import io.perfstarter.reporting.jvm.Cgroup.Throttling;

/**
 * What was used of the processors until now. What nobody tells is
 * {@link KernelFile#UNKNOWN}.
 *
 * @param at when that was, in nanoseconds
 * @param process for how long the process computed, in nanoseconds
 * @param busy for how long the machine did, in ticks
 * @param total how many ticks there were, on all its processors
 * @param machineProcessors how many it has
 * @param throttling what the quota did
 * @param waited for how long somebody waited for a processor, in nanoseconds
 * @param ready for how long threads of the process did, all together, in nanoseconds
 */
record Load(long at, long process, long busy, long total, int machineProcessors, Throttling throttling, long waited,
		long ready) {

	/**
	 * What was used since another one.
	 */
	Usage since(Load before) {
		double wall = this.at - before.at;
		double machine = share(before.busy, this.busy, this.total - before.total) * this.machineProcessors;
		// Without a period the quota did not hold anybody back.
		long periods = Math.max(1, this.throttling.periods() - before.throttling.periods());
		return new Usage(share(before.process, this.process, wall), machine,
				share(before.throttling.throttled(), this.throttling.throttled(), periods),
				Math.min(1, share(before.waited, this.waited, wall)), share(before.ready, this.ready, wall));
	}

	private static double share(long before, long after, double whole) {
		boolean unknown = before == KernelFile.UNKNOWN || after == KernelFile.UNKNOWN || whole <= 0;
		// A counter that has gone back is that of another group.
		return unknown ? Double.NaN : Math.max(0, after - before) / whole;
	}

	/**
	 * What was used in a time. What nobody tells is {@link Double#NaN}.
	 *
	 * @param process how many processors the process used
	 * @param machine how many of the machine's were used
	 * @param throttled in how many of the scheduler's periods the quota held the process
	 * back, from 0 to 1
	 * @param pressure for how much of the time somebody waited for a processor, from 0 to
	 * 1
	 * @param ready how many threads of the process waited for one, on average
	 */
	record Usage(double process, double machine, double throttled, double pressure, double ready) {
	}

}
