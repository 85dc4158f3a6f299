package io.perfstarter.reporting.window;

/**
 * What the JVM and the machine did in a period. What was not measured is -1, or
 * {@link Double#NaN}.
 *
 * @param collector the garbage collector, such as {@code G1} or {@code Serial}
 * @param pauses how many pauses it made
 * @param stopped for how long the JVM had stopped all threads, for whatever reason, in
 * nanoseconds
 * @param collecting for how long it had stopped them, or made them wait for memory, to
 * collect garbage; in nanoseconds
 * @param longestPause the longest pause of the collector, in nanoseconds
 * @param stalled for how long threads waited for memory outside of pauses, in nanoseconds
 * @param reason why it collected garbage for the longest, as the collector itself says
 * it, empty if it did not
 * @param direct how much of the direct memory that may be used was used at most, from 0
 * to 1
 * @param exact whether {@code stopped} comes from the JVM's own counter; if not, it is
 * the time of the collector
 * @param live the heap that was in use after the last collection of the old generation,
 * in bytes
 * @param maxHeap how large the heap may become, in bytes
 * @param processors how many processors the process may use: its quota, or those there
 * are
 * @param processCpu how many processors it used, on average
 * @param machineCpu how many of the machine's processors were used by anybody, on average
 * @param machineProcessors how many processors the machine has
 * @param throttled in how many of the scheduler's periods the process was held back by
 * its quota, from 0 to 1
 * @param pressure how much of the time somebody waited for a processor, from 0 to 1
 * @param ready how many threads of the process were ready to compute and had no
 * processor, on average
 * @param suspended whether the whole process stood still, as a debugger or a stopped
 * machine makes it; times of such a period say nothing
 */
public record MachineWindow(String collector, long pauses, long stopped, long collecting, long longestPause,
		long stalled, String reason, double direct, boolean exact, long live, long maxHeap, double processors,
		double processCpu, double machineCpu, int machineProcessors, double throttled, double pressure, double ready,
		boolean suspended) {

}
