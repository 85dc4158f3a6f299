package io.perfstarter.reporting.window;

/**
 * The figures of the processors in a period. Unknown values are -1, or
 * {@link Double#NaN}.
 *
 * @param processors the number of available processors: the CPU quota or, without one,
 * the number of processors
 * @param process the mean number of processors that the process used
 * @param machine the mean number of processors of the machine that were used
 * @param machineProcessors the number of processors of the machine
 * @param throttled the share of scheduler periods in which the CPU quota throttled the
 * process, from 0 to 1
 * @param pressure the share of the time in which any process waited for a processor, from
 * 0 to 1
 * @param ready the mean number of threads of the process that waited for a processor
 * @param outside the threads outside of requests that computed the most: their name with
 * a method seen on their stack, and their share of all CPU time
 */
public record CpuWindow(double processors, double process, double machine, int machineProcessors, double throttled,
		double pressure, double ready, OutsideWork outside) {

	/**
	 * Target utilization of the processors.
	 */
	public static final double BUSY = 0.8;

	/**
	 * If a process uses at least this share of the available processors, its own load is
	 * the reason why processors are lacking.
	 */
	public static final double SATURATED = 0.7;

}
