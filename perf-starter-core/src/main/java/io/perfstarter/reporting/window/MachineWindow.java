package io.perfstarter.reporting.window;

/**
 * The figures of the JVM and the machine in a period. Unknown values are -1, or
 * {@link Double#NaN}.
 *
 * @param collector the garbage collector, such as {@code G1} or {@code Serial}
 * @param pauses the number of GC pauses
 * @param stopped the time of all JVM pauses, in nanoseconds
 * @param collecting the time of GC pauses and allocation stalls, in nanoseconds
 * @param longestPause the longest GC pause, in nanoseconds
 * @param stalled the time of allocation stalls outside of pauses, in nanoseconds
 * @param reason the GC cause with the longest collection time, empty if there was no
 * collection
 * @param direct the maximum use of the direct memory limit, from 0 to 1
 * @param exact whether {@code stopped} comes from the JVM's own counter; otherwise it is
 * the time of GC pauses
 * @param live the heap in use after the last collection of the old generation, in bytes
 * @param maxHeap the maximum heap size, in bytes
 * @param processors the number of available processors: the CPU quota, or the number of
 * processors
 * @param processCpu the mean number of processors that the process used
 * @param machineCpu the mean number of processors of the machine that were used
 * @param machineProcessors the number of processors of the machine
 * @param throttled the share of scheduler periods in which the CPU quota throttled the
 * process, from 0 to 1
 * @param pressure the share of the time in which any process waited for a processor, from
 * 0 to 1
 * @param ready the mean number of threads of the process that waited for a processor
 * @param suspended whether the whole process was suspended, for example by a debugger or
 * a suspended machine; the times of such a period are meaningless
 */
public record MachineWindow(String collector, long pauses, long stopped, long collecting, long longestPause,
		long stalled, String reason, double direct, boolean exact, long live, long maxHeap, double processors,
		double processCpu, double machineCpu, int machineProcessors, double throttled, double pressure, double ready,
		boolean suspended) {

}
