package io.perfstarter.boundary.connection;

import io.perfstarter.jdbc.ConnectionUsage;

/**
 * Usage statistics of the connections that one method has borrowed from one pool.
 * Thread-safe: the lock guards all sums and is held for a few additions only.
 */
final class MethodStatistics {

	private final String transaction;

	private final String method;

	private final String pool;

	private long holds;

	private long held;

	private long longest;

	private long used;

	private long waited;

	private long statements;

	private long remoteCalls;

	private long remote;

	private long cpuSamples;

	private long cpu;

	private long beganAt;

	/**
	 * Creates empty statistics.
	 * @param transaction the full name of the transaction, empty if there is none
	 * @param method the name to show
	 */
	MethodStatistics(String transaction, String method, String pool) {
		this.transaction = transaction;
		this.method = method;
		this.pool = pool;
	}

	/**
	 * Adds a connection usage that has ended.
	 * @param cpu the processor time of the thread during the usage,
	 * {@link ThreadCpuTime#UNKNOWN} if it was not measured
	 */
	synchronized void add(ConnectionUsage usage, long now, long cpu) {
		ConnectionUsage.Figures figures = usage.figures();
		if (this.holds == 0) {
			this.beganAt = now;
		}
		this.holds++;
		this.held += figures.held();
		this.longest = Math.max(this.longest, figures.held());
		this.used += figures.active();
		this.waited += usage.borrowedAt() - usage.requestedAt();
		this.statements += figures.statements();
		this.remoteCalls += figures.remoteCalls();
		this.remote += figures.remote();
		if (cpu != ThreadCpuTime.UNKNOWN) {
			this.cpu += cpu;
			this.cpuSamples++;
		}
	}

	String transaction() {
		return this.transaction;
	}

	String method() {
		return this.method;
	}

	String pool() {
		return this.pool;
	}

	synchronized long holds() {
		return this.holds;
	}

	/**
	 * Returns the total time for which connections were held. All times are in
	 * nanoseconds.
	 */
	synchronized long held() {
		return this.held;
	}

	synchronized long longest() {
		return this.longest;
	}

	/**
	 * Returns the total time spent executing statements, commits and rollbacks.
	 */
	synchronized long used() {
		return this.used;
	}

	/**
	 * Returns the total time spent waiting for the pool.
	 */
	synchronized long waited() {
		return this.waited;
	}

	synchronized long statements() {
		return this.statements;
	}

	synchronized long remoteCalls() {
		return this.remoteCalls;
	}

	/**
	 * Returns the total time of remote calls that began while a connection was held.
	 */
	synchronized long remote() {
		return this.remote;
	}

	/**
	 * Returns the average processor time per usage, 0 if unknown.
	 */
	synchronized double meanCpu() {
		return (this.cpuSamples > 0) ? (double) this.cpu / this.cpuSamples : 0;
	}

	/**
	 * Returns when the first usage ended, by {@link System#nanoTime()}.
	 */
	synchronized long beganAt() {
		return this.beganAt;
	}

	/**
	 * Returns the total time for which connections were held but not used.
	 */
	synchronized long wasted() {
		return Math.max(0, held() - used());
	}

}
