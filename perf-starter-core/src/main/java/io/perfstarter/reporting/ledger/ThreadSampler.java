package io.perfstarter.reporting.ledger;

import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import io.perfstarter.reporting.window.ThreadSamples;

/**
 * What a thread does at one moment, as far as that is seen without stopping it.
 */
final class ThreadSampler {

	private static final ThreadSamples LOCKED = new ThreadSamples(1, 1, 0);

	private static final ThreadSamples RESTING = new ThreadSamples(1, 0, 1);

	/**
	 * It computes, wants to, or waits for the network: nobody sees which.
	 */
	private static final ThreadSamples RUNNING = new ThreadSamples(1, 0, 0);

	/**
	 * What has an owner. A semaphore, a latch and a condition have none.
	 */
	private static final Set<Class<?>> LOCKS = Set.of(ReentrantLock.class, ReentrantReadWriteLock.class);

	private ThreadSampler() {
	}

	static ThreadSamples at(Thread thread) {
		return switch (thread.getState()) {
			case BLOCKED -> LOCKED;
			case WAITING, TIMED_WAITING -> waitsForLock(thread) ? LOCKED : RESTING;
			default -> RUNNING;
		};
	}

	private static boolean waitsForLock(Thread thread) {
		Object blocker = LockSupport.getBlocker(thread);
		// The locks of the JDK park on a class within themselves.
		Class<?> lock = (blocker != null) ? blocker.getClass().getEnclosingClass() : null;
		return lock != null && LOCKS.contains(lock);
	}

}
