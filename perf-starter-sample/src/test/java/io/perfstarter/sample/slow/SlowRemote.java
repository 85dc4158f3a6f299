package io.perfstarter.sample.slow;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Another service that takes as long as it is told: {@code /answer/400} takes 400 ms. The
 * body of {@code /trickle/400} does, and {@code /reluctant/3} is the third attempt, which
 * is the first one that succeeds.
 */
final class SlowRemote implements Closeable {

	private final ExecutorService executor = Executors.newCachedThreadPool();

	private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

	private final AtomicInteger postponed = new AtomicInteger();

	SlowRemote() throws IOException {
		this.server.setExecutor(this.executor);
		this.server.createContext("/answer", this::answer);
		this.server.createContext("/trickle", this::trickle);
		this.server.createContext("/reluctant", this::hesitate);
		this.server.createContext("/busy", this::postpone);
		this.server.start();
	}

	String url() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	private void answer(HttpExchange exchange) throws IOException {
		try (exchange) {
			Thread.sleep(number(exchange));
			send(exchange, 200);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void trickle(HttpExchange exchange) throws IOException {
		try (exchange) {
			int millis = number(exchange);
			exchange.sendResponseHeaders(200, 10);
			for (int i = 0; i < 10; i++) {
				exchange.getResponseBody().write('.');
				exchange.getResponseBody().flush();
				Thread.sleep(millis / 10);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void hesitate(HttpExchange exchange) throws IOException {
		try (exchange) {
			send(exchange, (number(exchange) < 3) ? 429 : 200);
		}
	}

	private void postpone(HttpExchange exchange) throws IOException {
		try (exchange) {
			exchange.getResponseHeaders().set("Retry-After", "1");
			send(exchange, (this.postponed.incrementAndGet() % 2 == 1) ? 429 : 200);
		}
	}

	private static int number(HttpExchange exchange) {
		String path = exchange.getRequestURI().getPath();
		return Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
	}

	private static void send(HttpExchange exchange, int status) throws IOException {
		byte[] body = "late".getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(status, body.length);
		exchange.getResponseBody().write(body);
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.executor.shutdownNow();
	}

}
