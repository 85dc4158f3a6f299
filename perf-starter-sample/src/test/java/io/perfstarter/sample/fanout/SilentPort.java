package io.perfstarter.sample.fanout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * A port at which connections are neither accepted nor refused, as at a host that is gone
 * from the network.
 */
final class SilentPort implements AutoCloseable {

	private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

	private final List<Socket> waiting = new ArrayList<>();

	SilentPort() throws IOException {
		boolean room = true;
		while (room) {
			Socket socket = new Socket();
			this.waiting.add(socket);
			try {
				socket.connect(this.server.getLocalSocketAddress(), 200);
			}
			catch (SocketTimeoutException ex) {
				room = false;
			}
		}
	}

	int number() {
		return this.server.getLocalPort();
	}

	@Override
	public void close() throws IOException {
		for (Socket socket : this.waiting) {
			socket.close();
		}
		this.server.close();
	}

}
