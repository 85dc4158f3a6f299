package io.perfstarter.sample.slow;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/**
 * A way to a server, with threads that carry what is sent.
 */
abstract class ThreadedRelay extends ThreadedServer implements Way.Relay {

	private final int target;

	ThreadedRelay(int target) throws IOException {
		this.target = target;
	}

	final Socket peerOf(Socket client) throws IOException {
		Socket peer = new Socket(InetAddress.getLoopbackAddress(), this.target);
		client.setTcpNoDelay(true);
		peer.setTcpNoDelay(true);
		return peer;
	}

}
