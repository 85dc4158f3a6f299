package io.perfstarter.sample.coldstart;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpServer;

/**
 * Accepts whoever registers, and counts them.
 */
final class SilentRegistry implements AutoCloseable {

	private final AtomicInteger registrations = new AtomicInteger();

	private final HttpServer server;

	SilentRegistry() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/", (exchange) -> {
			if (exchange.getRequestMethod().equals("POST")) {
				this.registrations.incrementAndGet();
			}
			exchange.sendResponseHeaders(204, -1);
			exchange.close();
		});
		this.server.start();
	}

	String url() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort() + "/eureka/";
	}

	/**
	 * How many times somebody has registered since this was asked last.
	 */
	int registrations() {
		return this.registrations.getAndSet(0);
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
