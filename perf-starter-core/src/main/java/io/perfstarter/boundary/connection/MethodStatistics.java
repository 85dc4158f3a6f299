package io.perfstarter.boundary.connection;

import io.perfstarter.jdbc.ConnectionUsage;

/**
 * Usage statistics of the connections that one method has borrowed from one pool.
 * Thread-safe.
 */
final class MethodStatistics {

	/**
	 * The value of a processor time that was not measured.
	 */
	static final long UNKNOWN = -1;

	// The full name of the transaction, empty if there is none.
	private final String transaction;

	private final String method;

	private final String pool;

	// Guarded by this.
	private Sums sums = new Sums(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

	MethodStatistics(String transaction, String method, String pool) {
		this.transaction = transaction;
		this.method = method;
		this.pool = pool;
	}

	/**
	 * Adds a connection usage that has ended.
	 * @param cpu the processor time of the thread during the usage, {@link #UNKNOWN} if
	 * it was not measured
	 */
	synchronized void add(ConnectionUsage usage, long now, long cpu) {
		this.sums = this.sums.plus(usage, now, cpu);
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

	long holds() {
		return sums().holds();
	}

	synchronized Sums sums() {
		return this.sums;
	}

	/**
	 * The sums over all usages that have ended. All times are in nanoseconds.
	 *
	 * @param beganAt when the first usage ended, by {@link System#nanoTime()}
	 * @param holds the number of usages
	 * @param held the time between borrow and return
	 * @param longest the longest time between borrow and return
	 * @param used the time spent executing statements, commits and rollbacks
	 * @param waited the time spent waiting for the pool
	 * @param statements the number of statements
	 * @param remoteCalls the number of remote calls that began while the connection was
	 * held
	 * @param remote the time of these calls
	 * @param cpu the processor time of the usages for which it was measured
	 * @param cpuSamples the number of these usages
	 */
	record Sums(long beganAt, long holds, long held, long longest, long used, long waited, long statements,
			long remoteCalls, long remote, long cpu, long cpuSamples) {

		private Sums plus(ConnectionUsage usage, long now, long cpu) {
			ConnectionUsage.Figures figures = usage.figures();
			boolean measured = cpu != UNKNOWN;
			return new Sums((this.holds > 0) ? this.beganAt : now, this.holds + 1, this.held + figures.held(),
					Math.max(this.longest, figures.held()), this.used + figures.active(),
					this.waited + usage.borrowedAt() - usage.requestedAt(), this.statements + figures.statements(),
					this.remoteCalls + figures.remoteCalls(), this.remote + figures.remote(),
					measured ? this.cpu + cpu : this.cpu, measured ? this.cpuSamples + 1 : this.cpuSamples);
		}

		/**
		 * Returns the average processor time per usage, 0 if unknown.
		 */
		double meanCpu() {
			return (this.cpuSamples > 0) ? (double) this.cpu / this.cpuSamples : 0;
		}

		/**
		 * Returns the time for which connections were held but not used.
		 */
		long wasted() {
			return Math.max(0, this.held - this.used);
		}

	}

}
