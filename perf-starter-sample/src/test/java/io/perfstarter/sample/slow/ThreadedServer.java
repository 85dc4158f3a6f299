package io.perfstarter.sample.slow;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A server on a port of its own, with a thread for each client.
 */
abstract class ThreadedServer implements Closeable {

	private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	ThreadedServer() throws IOException {
	}

	/** To be called last by a constructor. */
	final void open() {
		start(this::accept);
	}

	public final int port() {
		return this.server.getLocalPort();
	}

	private void accept() throws IOException {
		while (!this.server.isClosed()) {
			Socket client = this.server.accept();
			start(() -> serve(client));
		}
	}

	abstract void serve(Socket client) throws IOException, InterruptedException;

	static void start(Step step) {
		Thread thread = new Thread(() -> run(step), "server of a test");
		thread.setDaemon(true);
		thread.start();
	}

	private static void run(Step step) {
		try {
			step.run();
		}
		catch (IOException ex) {
			// One side has closed, or has rested.
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public final void close() throws IOException {
		this.server.close();
	}

	/**
	 * What one of its threads does.
	 */
	interface Step {

		void run() throws IOException, InterruptedException;

	}

}
