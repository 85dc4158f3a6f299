package io.perfstarter.sample.howto.eviction;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A server that notes what it is told to forget, and may be out of order.
 */
final class Cdn implements AutoCloseable {

	private final List<String> purged = new CopyOnWriteArrayList<>();

	private final HttpServer server;

	private volatile boolean broken;

	Cdn() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/", this::answer);
		this.server.start();
	}

	private void answer(HttpExchange exchange) throws IOException {
		try (exchange) {
			if (!this.broken) {
				this.purged.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
			}
			exchange.sendResponseHeaders((this.broken) ? 500 : 204, -1);
		}
	}

	String url() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	List<String> purged() {
		return this.purged;
	}

	void breakDown(boolean broken) {
		this.broken = broken;
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
