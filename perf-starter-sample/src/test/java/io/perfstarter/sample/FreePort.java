package io.perfstarter.sample;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * A port that nobody listens on at the moment.
 */
public final class FreePort {

	private FreePort() {
	}

	public static int find() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

}
