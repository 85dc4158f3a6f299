package io.perfstarter.sample.slow;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A way to a server that is slow, or that ends connections at rest.
 */
final class SlowRelay extends ThreadedRelay {

	private final Trait trait;

	SlowRelay(int target, Trait trait) throws IOException {
		super(target);
		this.trait = trait;
		open();
	}

	@Override
	void serve(Socket client) throws IOException, InterruptedException {
		Thread.sleep(this.trait.connectMillis());
		Socket peer = peerOf(client);
		client.setSoTimeout(this.trait.restMillis());
		AtomicBoolean asked = new AtomicBoolean();
		start(() -> carry(peer, client, asked, false));
		carry(client, peer, asked, true);
	}

	/** A connection whose answer is not there yet does not rest. */
	private void carry(Socket from, Socket to, AtomicBoolean asked, boolean asks)
			throws IOException, InterruptedException {
		try (from; to) {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			byte[] buffer = new byte[64 << 10];
			for (int read = read(in, buffer, asked); read != -1; read = read(in, buffer, asked)) {
				asked.set(asks);
				this.trait.pause(read);
				out.write(buffer, 0, read);
			}
		}
	}

	private static int read(InputStream in, byte[] buffer, AtomicBoolean asked) throws IOException {
		while (true) {
			try {
				return in.read(buffer);
			}
			catch (SocketTimeoutException ex) {
				if (!asked.get()) {
					throw ex;
				}
			}
		}
	}

	/**
	 * What is slow; 0 is not.
	 *
	 * @param connectMillis how long a new connection takes
	 * @param latencyMillis how long takes whatever is sent, in each direction
	 * @param bytesPerSecond how much is carried in each direction
	 * @param restMillis after which time without requests a connection is ended
	 */
	record Trait(int connectMillis, int latencyMillis, int bytesPerSecond, int restMillis) {

		private void pause(int bytes) throws InterruptedException {
			long nanos = TimeUnit.MILLISECONDS.toNanos(this.latencyMillis);
			if (this.bytesPerSecond > 0) {
				nanos += bytes * TimeUnit.SECONDS.toNanos(1) / this.bytesPerSecond;
			}
			TimeUnit.NANOSECONDS.sleep(nanos);
		}

	}

}
