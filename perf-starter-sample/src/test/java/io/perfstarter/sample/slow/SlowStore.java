package io.perfstarter.sample.slow;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A store that speaks the protocol of Redis as far as {@code GET} does; the value of
 * {@code wait-400} takes 400 ms.
 */
final class SlowStore implements Closeable {

	private static final byte[] VALUE = "$4\r\nlate\r\n".getBytes(StandardCharsets.US_ASCII);

	private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	SlowStore() throws IOException {
		start(this::accept);
	}

	int port() {
		return this.server.getLocalPort();
	}

	private void accept() throws IOException {
		while (!this.server.isClosed()) {
			Socket client = this.server.accept();
			start(() -> answer(client));
		}
	}

	private static void answer(Socket client) throws IOException, InterruptedException {
		try (client) {
			client.setTcpNoDelay(true);
			BufferedReader in = new BufferedReader(
					new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
			// *2, $3, GET, the length of the key, and the key.
			for (String line = in.readLine(); line != null; line = in.readLine()) {
				if (line.startsWith("wait-")) {
					Thread.sleep(Long.parseLong(line.substring("wait-".length())));
					client.getOutputStream().write(VALUE);
				}
			}
		}
	}

	private static void start(Step step) {
		Thread thread = new Thread(() -> run(step), "slow-store");
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
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
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

		void run() throws IOException, InterruptedException;

	}

}
