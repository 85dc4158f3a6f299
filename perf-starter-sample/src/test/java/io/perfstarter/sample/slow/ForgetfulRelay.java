package io.perfstarter.sample.slow;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/**
 * A way to a server that forgets connections at rest, as firewalls do: what is sent over
 * one of them later never arrives, and nobody is told.
 */
final class ForgetfulRelay implements Way.Relay {

	private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final int target;

	private final long memory;

	/**
	 * Opens a port.
	 * @param memoryMillis how long a connection may rest, in milliseconds
	 */
	ForgetfulRelay(int target, int memoryMillis) throws IOException {
		this.target = target;
		this.memory = TimeUnit.MILLISECONDS.toNanos(memoryMillis);
		start(this::accept);
	}

	@Override
	public int port() {
		return this.server.getLocalPort();
	}

	private void accept() throws IOException {
		while (!this.server.isClosed()) {
			Socket client = this.server.accept();
			Socket peer = new Socket(InetAddress.getLoopbackAddress(), this.target);
			client.setTcpNoDelay(true);
			peer.setTcpNoDelay(true);
			start(() -> requests(client, peer));
			start(() -> answers(peer, client));
		}
	}

	/** From the first forgotten one on, all are swallowed. */
	private void requests(Socket client, Socket peer) throws IOException {
		try (client; peer) {
			InputStream in = client.getInputStream();
			OutputStream out = peer.getOutputStream();
			byte[] buffer = new byte[8192];
			boolean forgotten = false;
			long seen = System.nanoTime();
			for (int read = in.read(buffer); read != -1; read = in.read(buffer)) {
				long now = System.nanoTime();
				forgotten = forgotten || now - seen > this.memory;
				seen = now;
				if (!forgotten) {
					out.write(buffer, 0, read);
				}
			}
		}
	}

	private static void answers(Socket peer, Socket client) throws IOException {
		try (client; peer) {
			peer.getInputStream().transferTo(client.getOutputStream());
		}
	}

	private static void start(Step step) {
		Thread thread = new Thread(() -> run(step), "forgetful-relay");
		thread.setDaemon(true);
		thread.start();
	}

	private static void run(Step step) {
		try {
			step.run();
		}
		catch (IOException ex) {
			// One side has closed.
		}
	}

	@Override
	public void close() throws IOException {
		this.server.close();
	}

	/**
	 * What one of its threads does.
	 */
	private interface Step {

		void run() throws IOException;

	}

}
