package io.perfstarter.boundary;

/**
 * What the connections that one method has held in one pool were used for. Thread-safe:
 * its lock guards all sums, and is held for a few additions.
 */
final class MethodAccount {

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
	 * Begins an account.
	 * @param transaction the full name of the transaction, or an empty one
	 * @param method the name that is shown
	 */
	MethodAccount(String transaction, String method, String pool) {
		this.transaction = transaction;
		this.method = method;
		this.pool = pool;
	}

	/**
	 * Adds a hold that is over.
	 * @param cpu the processor time of its thread meanwhile,
	 * {@link ThreadCpuTime#UNKNOWN} if it was not measured
	 */
	synchronized void add(Hold hold, long now, long cpu) {
		long held = hold.heldFor(now);
		if (this.holds == 0) {
			this.beganAt = now;
		}
		this.holds++;
		this.held += held;
		this.longest = Math.max(this.longest, held);
		this.used += hold.used();
		this.waited += hold.lease().borrowedAt() - hold.lease().requestedAt();
		this.statements += hold.statements();
		if (hold.remoteCalls() > 0) {
			this.remoteCalls += hold.remoteCalls();
			this.remote += hold.remote();
		}
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
	 * All holds together, in nanoseconds, as are the other times.
	 */
	synchronized long held() {
		return this.held;
	}

	synchronized long longest() {
		return this.longest;
	}

	/**
	 * How much of it statements were executed.
	 */
	synchronized long used() {
		return this.used;
	}

	/**
	 * How long the pool was waited for.
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
	 * How long remote calls took that began while a connection was held.
	 */
	synchronized long remote() {
		return this.remote;
	}

	/**
	 * How much processor time one hold needs, on average; none if that is not known.
	 */
	synchronized double meanCpu() {
		return (this.cpuSamples > 0) ? (double) this.cpu / this.cpuSamples : 0;
	}

	/**
	 * When the first hold was over, by {@link System#nanoTime()}.
	 */
	synchronized long beganAt() {
		return this.beganAt;
	}

	/**
	 * For how long connections were held and not used.
	 */
	synchronized long wasted() {
		return Math.max(0, held() - used());
	}

}
