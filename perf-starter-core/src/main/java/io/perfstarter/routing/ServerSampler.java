package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Asks one server again and again on a thread of its own, so that a server that is frozen
 * holds up nobody else. Thread-safe.
 */
final class ServerSampler {

	private final String name;

	private final ProbeConnection connection;

	private final Beat beat;

	private final Examination examination;

	private volatile boolean closed;

	private volatile @Nullable Thread thread;

	/**
	 * Creates a sampler that does nothing yet.
	 * @param server the server
	 * @param timeout how long to wait for it
	 * @param beat when to ask
	 * @param examination what to ask
	 */
	ServerSampler(Server server, Duration timeout, Beat beat, Examination examination) {
		this.name = server.name();
		this.connection = new ProbeConnection(server, timeout);
		this.beat = beat;
		this.examination = examination;
	}

	void start() {
		Thread thread = SamplerThreads.create(this.name, this::run);
		// Before it runs, so that no wake-up is lost.
		this.thread = thread;
		thread.start();
	}

	/**
	 * The next sample is to come at once.
	 */
	void hurry() {
		if (this.beat.hurry()) {
			wake();
		}
	}

	/**
	 * The time of the next sample may have changed.
	 */
	void wake() {
		LockSupport.unpark(this.thread);
	}

	private void run() {
		while (!this.closed) {
			// Only close() ends this thread, and an interrupted one would not wait any
			// more.
			Thread.interrupted();
			long wait = Math.max(this.examination.restingFor(), this.beat.remaining());
			if (wait > 0) {
				LockSupport.parkNanos(this, wait);
			}
			else {
				sample(this.beat.begin());
			}
		}
		this.connection.close();
		this.connection.abandon();
	}

	private void sample(boolean hurried) {
		try {
			if (this.examination.wantsNewConnection()) {
				this.connection.close();
			}
			this.examination.ask(this.connection.get(), hurried);
		}
		catch (Throwable ex) {
			// Also errors of a driver: a thread that ended would leave its server as it
			// was.
			this.connection.close();
			if (!this.closed) {
				this.examination.failed(ex);
			}
		}
	}

	/**
	 * Ends the thread and what it waits for.
	 */
	void close() {
		this.closed = true;
		wake();
		this.connection.abort();
	}

	/**
	 * Waits for the end of the thread.
	 * @param longest how long at most
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
	 * What is asked of a server, on its thread.
	 */
	interface Examination {

		/**
		 * Asks the server.
		 * @param connection the connection
		 * @param hurried whether somebody waits for the answer
		 */
		void ask(Connection connection, boolean hurried) throws SQLException;

		/**
		 * It could not be asked.
		 * @param failure why not
		 */
		void failed(Throwable failure);

		/**
		 * For how long it is not to be asked, in nanoseconds.
		 */
		long restingFor();

		/**
		 * Whether the connection there is should not be used; says so once.
		 */
		default boolean wantsNewConnection() {
			return false;
		}

	}

}
