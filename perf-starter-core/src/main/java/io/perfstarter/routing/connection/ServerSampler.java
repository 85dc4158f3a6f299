package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.perfstarter.support.DaemonThreads;
import org.jspecify.annotations.Nullable;

/**
 * Probes one server repeatedly on a separate thread, so that a hanging server does not
 * delay others. Thread-safe.
 */
abstract class ServerSampler {

	private final String name;

	private final ProbeConnection connection;

	final ProbeSchedule schedule;

	private final CountDownLatch asked = new CountDownLatch(1);

	private volatile boolean closed;

	private volatile @Nullable Thread thread;

	/**
	 * Creates a sampler that is not started.
	 * @param name the name of the server
	 * @param connection the connection to the server
	 * @param schedule determines when to probe
	 */
	ServerSampler(String name, ProbeConnection connection, ProbeSchedule schedule) {
		this.name = name;
		this.connection = connection;
		this.schedule = schedule;
	}

	/**
	 * Takes a sample. Called on the server's thread.
	 * @param connection the connection
	 * @param expedited whether a read waits for the result
	 */
	abstract void ask(Connection connection, boolean expedited) throws SQLException;

	/**
	 * Called after a failed sample on the server's thread.
	 * @param failure the reason
	 */
	abstract void failed(Throwable failure);

	/**
	 * Returns whether to reconnect before the next sample, and clears the request.
	 */
	boolean needsNewConnection() {
		return false;
	}

	void start() {
		Thread thread = DaemonThreads.create("routing-" + this.name, this::run);
		// Set before the thread starts, so that no wake-up is lost.
		this.thread = thread;
		thread.start();
	}

	/**
	 * Requests an immediate sample.
	 */
	void expedite() {
		if (this.schedule.expedite()) {
			wake();
		}
	}

	/**
	 * Re-evaluates the time of the next sample.
	 */
	void wake() {
		LockSupport.unpark(this.thread);
	}

	/**
	 * Records that the server was probed, successfully or not.
	 * @return whether it was the first time
	 */
	boolean asked() {
		boolean first = !isAsked();
		this.asked.countDown();
		return first;
	}

	boolean isAsked() {
		return this.asked.getCount() == 0;
	}

	/**
	 * Waits until the server was probed.
	 * @param end the latest time to wait for, by {@link System#nanoTime()}
	 */
	void awaitAsked(long end) {
		try {
			this.asked.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void run() {
		while (!this.closed) {
			// Only close() ends this thread. While a thread is interrupted, parkNanos
			// returns at once.
			Thread.interrupted();
			long wait = this.schedule.remaining();
			if (wait > 0) {
				LockSupport.parkNanos(this, wait);
			}
			else {
				sample(this.schedule.begin());
			}
		}
		this.connection.close();
		this.connection.abandon();
	}

	private void sample(boolean expedited) {
		try {
			if (needsNewConnection()) {
				this.connection.close();
			}
			ask(this.connection.get(), expedited);
		}
		catch (Throwable ex) {
			// Also catches errors of a driver. If this thread ended, the state of the
			// server would never change again.
			this.connection.close();
			if (!this.closed) {
				failed(ex);
			}
		}
	}

	/**
	 * Stops the thread and aborts a running query.
	 */
	void close() {
		this.closed = true;
		wake();
		this.connection.abort();
	}

	/**
	 * Waits for the end of the thread.
	 * @param end the latest time to wait for, by {@link System#nanoTime()}
	 */
	void awaitEnd(long end) {
		Thread thread = this.thread;
		try {
			if (thread != null) {
				thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
