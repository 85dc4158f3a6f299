package io.perfstarter.routing;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds a port that is not in use. Avoids the ephemeral range, so that the port is still
 * free when a process started with it binds it. Thread-safe.
 */
public final class FreePort {

	private static final int FIRST = 20_000;

	private static final int COUNT = 10_000;

	private static final AtomicInteger next = new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

	private FreePort() {
	}

	/**
	 * Returns a different free port on each call.
	 * @return the port
	 * @throws IOException if none is free
	 */
	public static int find() throws IOException {
		for (int i = 0; i < COUNT; i++) {
			int port = FIRST + Math.floorMod(next.getAndIncrement(), COUNT);
			if (isFree(port)) {
				return port;
			}
		}
		throw new BindException("No port from %d on is free".formatted(FIRST));
	}

	private static boolean isFree(int port) throws IOException {
		try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
			return socket.isBound();
		}
		catch (BindException ex) {
			return false;
		}
	}

}
