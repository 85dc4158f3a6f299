package io.perfstarter.boundary;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the connections that one method has held in one pool were used for. Thread-safe.
 */
final class MethodAccount {

	private final String method;

	private final String pool;

	private final LongAdder holds = new LongAdder();

	private final LongAdder held = new LongAdder();

	private final LongAccumulator longest = new LongAccumulator(Math::max, 0);

	private final LongAdder used = new LongAdder();

	private final LongAdder waited = new LongAdder();

	private final LongAdder statements = new LongAdder();

	private final LongAdder remoteCalls = new LongAdder();

	private final LongAdder remote = new LongAdder();

	private final LongAdder cpuSamples = new LongAdder();

	private final LongAdder cpu = new LongAdder();

	private final long beganAt;

	/**
	 * Begins an account.
	 * @param beganAt when, by {@link System#nanoTime()}
	 */
	MethodAccount(String method, String pool, long beganAt) {
		this.method = method;
		this.pool = pool;
		this.beganAt = beganAt;
	}

	/**
	 * Adds a hold that is over.
	 * @param cpu the processor time of its thread meanwhile,
	 * {@link ThreadCpuTime#UNKNOWN} if it was not measured
	 */
	void add(Hold hold, long now, long cpu) {
		long held = hold.heldFor(now);
		this.holds.increment();
		this.held.add(held);
		this.longest.accumulate(held);
		this.used.add(hold.used());
		this.waited.add(hold.lease().borrowedAt() - hold.lease().requestedAt());
		this.statements.add(hold.statements());
		if (hold.remoteCalls() > 0) {
			this.remoteCalls.add(hold.remoteCalls());
			this.remote.add(hold.remote());
		}
		if (cpu != ThreadCpuTime.UNKNOWN) {
			this.cpu.add(cpu);
			this.cpuSamples.increment();
		}
	}

	String method() {
		return this.method;
	}

	String pool() {
		return this.pool;
	}

	long holds() {
		return this.holds.sum();
	}

	/**
	 * All holds together, in nanoseconds, as are the other times.
	 */
	long held() {
		return this.held.sum();
	}

	long longest() {
		return this.longest.get();
	}

	/**
	 * How much of it statements were executed.
	 */
	long used() {
		return this.used.sum();
	}

	/**
	 * How long the pool was waited for.
	 */
	long waited() {
		return this.waited.sum();
	}

	long statements() {
		return this.statements.sum();
	}

	long remoteCalls() {
		return this.remoteCalls.sum();
	}

	/**
	 * How long remote calls took that began while a connection was held.
	 */
	long remote() {
		return this.remote.sum();
	}

	/**
	 * How much processor time one hold needs, on average; none if that is not known.
	 */
	double meanCpu() {
		return (this.cpuSamples.sum() > 0) ? (double) this.cpu.sum() / this.cpuSamples.sum() : 0;
	}

	long beganAt() {
		return this.beganAt;
	}

	/**
	 * For how long connections were held and not used.
	 */
	long wasted() {
		return Math.max(0, held() - used());
	}

}
