package io.perfstarter.sample.slow;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/**
 * A way to a server that forgets connections at rest, as firewalls do: what is sent over
 * one of them later never arrives, and nobody is told.
 */
final class ForgetfulRelay extends ThreadedRelay {

	private final long memory;

	/**
	 * Opens a port.
	 * @param memoryMillis how long a connection may rest, in milliseconds
	 */
	ForgetfulRelay(int target, int memoryMillis) throws IOException {
		super(target);
		this.memory = TimeUnit.MILLISECONDS.toNanos(memoryMillis);
		open();
	}

	@Override
	void serve(Socket client) throws IOException {
		Socket peer = peerOf(client);
		start(() -> answers(peer, client));
		requests(client, peer);
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

}
