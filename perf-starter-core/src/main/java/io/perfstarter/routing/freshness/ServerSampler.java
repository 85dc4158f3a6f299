package io.perfstarter.routing.freshness;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import javax.sql.DataSource;

import io.perfstarter.support.DaemonThreads;
import org.jspecify.annotations.Nullable;

/**
 * Probes one server repeatedly on a thread of its own, so that a hanging server does not
 * delay others. Thread-safe.
 */
final class ServerSampler {

	private final String name;

	private final ProbeConnection connection;

	private final ProbeSchedule schedule;

	private final SampleTask task;

	private volatile boolean closed;

	private volatile @Nullable Thread thread;

	/**
	 * Creates a sampler that is not started.
	 * @param name the name of the server
	 * @param server opens a new connection to the server for each call
	 * @param standby whether the server may reject serializable transactions
	 * @param timeout the timeout of a probe
	 * @param schedule determines when to probe
	 * @param task takes the samples
	 */
	ServerSampler(String name, DataSource server, boolean standby, Duration timeout, ProbeSchedule schedule,
			SampleTask task) {
		this.name = name;
		this.connection = new ProbeConnection(name, server, standby, timeout);
		this.schedule = schedule;
		this.task = task;
	}

	void start() {
		Thread thread = DaemonThreads.create("routing-" + this.name, this::run);
		// Set before the thread runs, so that no wake-up is lost.
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

	private void run() {
		while (!this.closed) {
			// Only close() ends this thread, and parkNanos returns at once while it is
			// interrupted.
			Thread.interrupted();
			long wait = Math.max(this.task.backoff(), this.schedule.remaining());
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
			if (this.task.needsNewConnection()) {
				this.connection.close();
			}
			this.task.ask(this.connection.get(), expedited);
		}
		catch (Throwable ex) {
			// Also catches errors of a driver: if the thread ended, the state of the
			// server would
			// never change again.
			this.connection.close();
			if (!this.closed) {
				this.task.failed(ex);
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
	 * @param longest the maximum time to wait
	 */
	void awaitEnd(Duration longest) {
		Thread thread = this.thread;
		try {
			if (thread != null) {
				thread.join(Math.max(1, longest.toMillis()));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Takes the samples of one server. Called on the server's thread.
	 */
	interface SampleTask {

		/**
		 * Takes a sample.
		 * @param connection the connection
		 * @param expedited whether a read waits for the result
		 */
		void ask(Connection connection, boolean expedited) throws SQLException;

		/**
		 * Called after a failed sample.
		 * @param failure the reason
		 */
		void failed(Throwable failure);

		/**
		 * Returns the time in nanoseconds for which no sample must be taken.
		 */
		long backoff();

		/**
		 * Returns whether the sampler must reconnect, and clears the request.
		 */
		default boolean needsNewConnection() {
			return false;
		}

	}

}
