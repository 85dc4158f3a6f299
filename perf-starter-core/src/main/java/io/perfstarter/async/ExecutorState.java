package io.perfstarter.async;

/**
 * The state of a bounded executor at one moment.
 *
 * @param name the name of the executor
 * @param permits the concurrency limit
 * @param active the number of running tasks, of all executors that share the limit
 * @param waiting the number of queued tasks
 * @param lost the number of rejected, dropped and expired tasks since the start
 * @param ended the number of tasks that have run since the start
 * @param ran the total time that these ran, in nanoseconds
 * @param pool the connection pool that the limit follows, empty if it is a number
 */
public record ExecutorState(String name, int permits, int active, int waiting, long lost, long ended, long ran,
		String pool) {

}
