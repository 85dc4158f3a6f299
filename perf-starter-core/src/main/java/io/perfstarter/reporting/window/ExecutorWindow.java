package io.perfstarter.reporting.window;

/**
 * What an executor did in a period.
 *
 * @param name its name
 * @param permits how many of its tasks may run at once
 * @param active how many ran at the end
 * @param waiting how many waited at the end
 * @param lost how many were not run for want of room or time
 */
public record ExecutorWindow(String name, int permits, int active, int waiting, long lost) {

}
