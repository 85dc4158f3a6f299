package io.perfstarter.reporting.request;

import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import io.perfstarter.reporting.window.ThreadSamples;

/**
 * Determines the state of a thread at one moment, without stopping the thread.
 */
final class ThreadSampler {

	private static final ThreadSamples LOCKED = new ThreadSamples(1, 1, 0);

	private static final ThreadSamples RESTING = new ThreadSamples(1, 0, 1);

	/**
	 * A RUNNABLE thread. The state does not show whether it computes, waits for a
	 * processor or is blocked on network I/O.
	 */
	private static final ThreadSamples RUNNING = new ThreadSamples(1, 0, 0);

	/**
	 * Synchronizers with an owner. Semaphores, latches and conditions have none.
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
		// Locks of the JDK park on an instance of a nested class.
		Class<?> lock = (blocker != null) ? blocker.getClass().getEnclosingClass() : null;
		return lock != null && LOCKS.contains(lock);
	}

}
