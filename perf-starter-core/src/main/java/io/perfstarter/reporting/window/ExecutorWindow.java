package io.perfstarter.reporting.window;

/**
 * The figures of an executor in a period.
 *
 * @param name the name of the executor
 * @param permits the concurrency limit
 * @param active the number of running tasks at the end
 * @param waiting the number of queued tasks at the end
 * @param lost the number of tasks that were not run because the queue was full or their
 * deadline passed
 */
public record ExecutorWindow(String name, int permits, int active, int waiting, long lost) {

}
