package io.perfstarter.async;

/**
 * A lane at a moment.
 *
 * @param name its name
 * @param permits how many of its tasks may run at once
 * @param active how many run
 * @param waiting how many wait
 * @param lost how many were not run since the start, for want of room or time
 */
public record LaneState(String name, int permits, int active, int waiting, long lost) {

}
