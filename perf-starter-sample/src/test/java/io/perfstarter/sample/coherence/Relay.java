package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The port under which an instance is known to its peers, or a database to the instances,
 * and a link to it that can be cut for each of them. Guarded by this.
 */
public final class Relay implements AutoCloseable {

	private static final int MOST_CONNECTIONS = 256;

	private static final int BUFFER = 16 * 1024;

	private volatile int target;

	private final Sources sources;

	private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final Map<String, Cut> cuts = new HashMap<>();

	private final Set<Connection> connections = new HashSet<>();

	private int affected;

	public Relay(int target, Sources sources) throws IOException {
		this.target = target;
		this.sources = sources;
		start("accept", this::accept);
	}

	public int port() {
		return this.server.getLocalPort();
	}

	void retarget(int port) {
		this.target = port;
	}

	public synchronized void cut(String source, Cut cut) {
		this.cuts.put(source, cut);
		if (cut == Cut.RESET) {
			List.copyOf(this.connections)
				.stream()
				.filter((connection) -> connection.source.equals(source))
				.forEach(Connection::reset);
		}
		notifyAll();
	}

	/**
	 * Mends all links; what was held travels on, late.
	 */
	public synchronized void heal() {
		this.cuts.clear();
		this.affected = 0;
		notifyAll();
	}

	/**
	 * How often the cuts have kept something from arriving.
	 */
	synchronized int affected() {
		return this.affected;
	}

	private void accept() {
		while (!this.server.isClosed()) {
			try {
				Socket peer = this.server.accept();
				open(new Connection(this.sources.name(peer.getPort(), port()), peer));
			}
			catch (IOException ex) {
				// Closed, or the peer has gone again.
			}
		}
	}

	private void open(Connection connection) {
		synchronized (this) {
			this.connections.add(connection);
			if (this.cuts.get(connection.source) == Cut.RESET) {
				this.affected++;
				connection.reset();
				return;
			}
			if (this.connections.size() > MOST_CONNECTIONS) {
				connection.reset();
				return;
			}
		}
		try {
			connection.connect(this.target);
			start("to-" + this.target, () -> connection.pump(connection.peer, connection.instance));
			start("from-" + this.target, () -> connection.pump(connection.instance, connection.peer));
		}
		catch (IOException ex) {
			connection.reset();
		}
	}

	private synchronized void awaitPassage(String source) throws InterruptedException {
		if (this.cuts.containsKey(source)) {
			this.affected++;
		}
		while (this.cuts.get(source) == Cut.HOLD && !this.server.isClosed()) {
			wait();
		}
	}

	private synchronized void ended(Connection connection) {
		this.connections.remove(connection);
	}

	private static void start(String name, Runnable task) {
		Thread thread = new Thread(task, "relay-" + name);
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() throws IOException {
		this.server.close();
		synchronized (this) {
			List.copyOf(this.connections).forEach(Connection::reset);
			notifyAll();
		}
	}

	/**
	 * Knows who opened a connection.
	 */
	@FunctionalInterface
	public interface Sources {

		/**
		 * Names the one who opened a connection.
		 * @param from the port of the one who opened it
		 * @param to the port that it was opened to
		 */
		String name(int from, int to);

	}

	/**
	 * How a link is cut.
	 */
	public enum Cut {

		/**
		 * Nothing arrives until the link is mended, and nobody is told.
		 */
		HOLD,

		/**
		 * Connections are reset, old and new ones.
		 */
		RESET

	}

	/**
	 * A peer's connection and the one to the instance that goes with it.
	 */
	private final class Connection {

		private final String source;

		private final Socket peer;

		private final Socket instance = new Socket();

		Connection(String source, Socket peer) {
			this.source = source;
			this.peer = peer;
		}

		void connect(int port) throws IOException {
			this.peer.setTcpNoDelay(true);
			this.instance.setTcpNoDelay(true);
			this.instance.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
		}

		void pump(Socket from, Socket to) {
			byte[] buffer = new byte[BUFFER];
			try {
				InputStream in = from.getInputStream();
				OutputStream out = to.getOutputStream();
				for (int read = in.read(buffer); read != -1; read = in.read(buffer)) {
					awaitPassage(this.source);
					out.write(buffer, 0, read);
				}
				to.shutdownOutput();
				if (from.isOutputShutdown()) {
					close();
				}
			}
			catch (IOException ex) {
				reset();
			}
			catch (InterruptedException ex) {
				reset();
				Thread.currentThread().interrupt();
			}
		}

		void reset() {
			for (Socket socket : List.of(this.peer, this.instance)) {
				try {
					socket.setSoLinger(true, 0);
				}
				catch (IOException ex) {
					// Closed before.
				}
			}
			close();
		}

		private void close() {
			try (this.peer; this.instance) {
				ended(this);
			}
			catch (IOException ex) {
				// Nobody is left to tell.
			}
		}

	}

}
