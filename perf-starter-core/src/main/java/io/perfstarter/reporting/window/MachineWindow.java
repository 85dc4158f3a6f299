package io.perfstarter.reporting.window;

/**
 * The figures of the JVM and the machine in a period. Unknown values are -1, or
 * {@link Double#NaN}.
 *
 * @param gc the figures of the garbage collector
 * @param cpu the figures of the processors
 * @param stopped the time of all JVM pauses, in nanoseconds
 * @param exact whether {@code stopped} comes from the JVM's counter of all pauses;
 * {@code false} if it is the time of GC pauses
 * @param direct the maximum used share of the direct memory limit, from 0 to 1
 * @param coldClasses the number of classes that were loaded, 0 if the JVM has run for
 * long
 * @param suspended whether the whole process was suspended, for example by a debugger or
 * a suspended machine; the times of such a period are meaningless
 */
public record MachineWindow(GcWindow gc, CpuWindow cpu, long stopped, boolean exact, double direct, long coldClasses,
		boolean suspended) {

}
