package io.perfstarter.routing;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A port that nobody listens on at the moment. It is none of those that a system gives to
 * whoever connects or asks for any, so that it is still free when a process that is
 * started with it has come up. Thread-safe.
 */
public final class FreePort {

	private static final int FIRST = 20_000;

	private static final int COUNT = 10_000;

	private static final AtomicInteger next = new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

	private FreePort() {
	}

	/**
	 * Finds a port, another one each time.
	 * @return the port
	 * @throws IOException if there is none
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
