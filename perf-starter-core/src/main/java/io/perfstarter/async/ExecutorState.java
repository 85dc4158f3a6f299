package io.perfstarter.async;

/**
 * The state of a bounded executor at one moment.
 *
 * @param name its name
 * @param permits how many of its tasks may run at once
 * @param active how many run
 * @param waiting how many wait
 * @param lost how many were not run since the start, for want of room or time
 */
public record ExecutorState(String name, int permits, int active, int waiting, long lost) {

}
