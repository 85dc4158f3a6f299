package io.perfstarter.boundary.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpServer;

/**
 * An HTTP server that counts its requests.
 */
final class CountingServer implements AutoCloseable {

	private final AtomicInteger requests = new AtomicInteger();

	private final HttpServer server;

	CountingServer() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
		this.server.createContext("/", (exchange) -> {
			this.requests.incrementAndGet();
			exchange.sendResponseHeaders(204, -1);
			exchange.close();
		});
		this.server.start();
	}

	String url() {
		return "http://localhost:" + this.server.getAddress().getPort();
	}

	int requests() {
		return this.requests.get();
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
