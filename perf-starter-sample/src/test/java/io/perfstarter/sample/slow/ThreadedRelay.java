package io.perfstarter.sample.slow;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A way to a server with a port of its own, and threads that carry what is sent.
 */
abstract class ThreadedRelay implements Way.Relay {

	private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final int target;

	ThreadedRelay(int target) throws IOException {
		this.target = target;
	}

	/** To be called last by a constructor. */
	final void open() {
		start(this::accept);
	}

	@Override
	public final int port() {
		return this.server.getLocalPort();
	}

	private void accept() throws IOException {
		while (!this.server.isClosed()) {
			Socket client = this.server.accept();
			start(() -> connect(client));
		}
	}

	abstract void connect(Socket client) throws IOException, InterruptedException;

	final Socket peerOf(Socket client) throws IOException {
		Socket peer = new Socket(InetAddress.getLoopbackAddress(), this.target);
		client.setTcpNoDelay(true);
		peer.setTcpNoDelay(true);
		return peer;
	}

	static void start(Step step) {
		Thread thread = new Thread(() -> run(step), "relay");
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
