package io.perfstarter.routing.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A port in front of a server, at which connecting takes longer, or behind which the
 * server vanishes. Thread-safe.
 */
final class SlowLink implements AutoCloseable {

	private final int target;

	private final ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private volatile Duration delay = Duration.ZERO;

	private volatile boolean vanished;

	SlowLink(int target) throws IOException {
		this.target = target;
		start("accept", () -> {
			while (!this.server.isClosed()) {
				Socket client = this.server.accept();
				start("connect", () -> connect(client));
			}
		});
	}

	int port() {
		return this.server.getLocalPort();
	}

	/**
	 * Ends all connections, and delays new ones.
	 */
	void slowDown(Duration delay) throws IOException {
		this.delay = delay;
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

	void speedUp() {
		this.delay = Duration.ZERO;
	}

	/**
	 * Delivers nothing any more, on connections that are open or are opened until the
	 * server comes back.
	 */
	void vanish() {
		this.vanished = true;
	}

	/**
	 * Delivers what is sent on connections that are opened from now on.
	 */
	void comeBack() {
		this.vanished = false;
	}

	private void connect(Socket client) throws Exception {
		this.sockets.add(client);
		if (this.vanished) {
			return;
		}
		TimeUnit.NANOSECONDS.sleep(this.delay.toNanos());
		Socket server = new Socket();
		this.sockets.add(server);
		server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.target));
		start("to", () -> copy(client, server));
		copy(server, client);
	}

	private void copy(Socket from, Socket to) throws IOException {
		byte[] buffer = new byte[8 * 1024];
		boolean lost = false;
		try (from; to) {
			for (int read = from.getInputStream().read(buffer); read >= 0; read = from.getInputStream().read(buffer)) {
				lost |= this.vanished;
				if (!lost) {
					to.getOutputStream().write(buffer, 0, read);
				}
			}
		}
		finally {
			this.sockets.remove(from);
			this.sockets.remove(to);
		}
	}

	private static void start(String name, Task task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (Exception ex) {
				// One of the two ends has closed.
			}
		}, "slow-link-" + name);
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() throws IOException {
		this.server.close();
		slowDown(Duration.ZERO);
	}

	/**
	 * Work that may fail.
	 */
	@FunctionalInterface
	private interface Task {

		void run() throws Exception;

	}

}
