package io.perfstarter.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.perfstarter.support.DaemonThreads;
import org.jspecify.annotations.Nullable;

/**
 * Receives messages of peers on a separate port with separate threads, so that an
 * application whose request threads are all in use still answers its peers. Thread-safe.
 */
final class PeerListener implements AutoCloseable {

	private static final int WORKERS = 2;

	// The listener closes a connection for which there is no place.
	private static final int QUEUE = 64;

	private final HttpServer server;

	private final ThreadPoolExecutor workers;

	private final ScheduledExecutorService timer;

	private final Duration limit;

	/**
	 * Binds the port. Connections wait until the start.
	 * @param address the address and port; port 0 for any free one
	 * @param sslContext the TLS context, {@code null} for HTTP
	 * @param limit the maximum time from the first byte of a message until its answer
	 * @param timer ends exchanges that take too long; the caller stops it
	 * @param threads the start of the names of the threads, after {@code perf-starter-}
	 * @throws IOException if the port is in use, or cannot be bound for another reason
	 */
	PeerListener(InetSocketAddress address, @Nullable SSLContext sslContext, Duration limit,
			ScheduledExecutorService timer, String threads) throws IOException {
		this.server = (sslContext != null) ? https(address, sslContext) : HttpServer.create(address, 0);
		this.limit = limit;
		this.workers = new ThreadPoolExecutor(WORKERS, WORKERS, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE),
				new DaemonThreads(threads + "-listener"));
		this.timer = timer;
	}

	private static HttpServer https(InetSocketAddress address, SSLContext sslContext) throws IOException {
		HttpsServer server = HttpsServer.create(address, 0);
		server.setHttpsConfigurator(new HttpsConfigurator(sslContext));
		return server;
	}

	/**
	 * Starts to answer.
	 * @param path the path of the endpoint; the answer at any other path is 404
	 * @param endpoint answers the messages
	 */
	void start(String path, PeerEndpoint endpoint) {
		this.server.createContext(path, (exchange) -> {
			try (exchange) {
				if (path.equals(exchange.getRequestURI().getRawPath())) {
					answer(exchange, endpoint);
				}
				else {
					exchange.sendResponseHeaders(404, -1);
				}
			}
		});
		this.server.setExecutor(this::execute);
		// The thread of the server is a daemon if the starting thread is one.
		this.workers.submit(this.server::start);
	}

	/**
	 * Runs an exchange, and interrupts it at the limit, which closes its connection. The
	 * time in the queue counts, so that a queue of slow senders ends soon. An exchange
	 * has a tenth of the limit in any case, which is enough for a sender that is not
	 * slow.
	 */
	private void execute(Runnable exchange) {
		long nanos = this.limit.toNanos();
		long end = System.nanoTime() + nanos;
		this.workers.execute(() -> {
			Thread worker = Thread.currentThread();
			AtomicBoolean ended = new AtomicBoolean();
			Future<?> timeout = this.timer.schedule(() -> {
				// The worker must not be interrupted in its next exchange.
				synchronized (ended) {
					if (!ended.get()) {
						worker.interrupt();
					}
				}
			}, Math.max(end - System.nanoTime(), nanos / 10), TimeUnit.NANOSECONDS);
			try {
				exchange.run();
			}
			finally {
				synchronized (ended) {
					ended.set(true);
				}
				timeout.cancel(false);
			}
		});
	}

	private static void answer(HttpExchange exchange, PeerEndpoint endpoint) throws IOException {
		byte[] body = readBody(exchange);
		PeerEndpoint.Response response = endpoint.handle(exchange.getRequestMethod(),
				exchange.getRequestHeaders()::getFirst, body);
		response.headers().forEach(exchange.getResponseHeaders()::set);
		int length = response.body().length;
		exchange.sendResponseHeaders(response.status(), (length > 0) ? length : -1);
		exchange.getResponseBody().write(response.body());
	}

	/**
	 * Reads at most one byte more than the limit. Does not read a body whose announced
	 * length exceeds the limit, because its sender may be slow.
	 */
	private static byte[] readBody(HttpExchange exchange) throws IOException {
		String length = exchange.getRequestHeaders().getFirst("Content-Length");
		if (length != null && Long.parseLong(length) > PeerTransport.MAX_BODY) {
			return new byte[PeerTransport.MAX_BODY + 1];
		}
		return exchange.getRequestBody().readNBytes(PeerTransport.MAX_BODY + 1);
	}

	/**
	 * Returns the port.
	 * @return the bound port
	 */
	int port() {
		return this.server.getAddress().getPort();
	}

	/**
	 * Closes the port and all connections, and stops all threads.
	 */
	@Override
	public void close() {
		this.server.stop(0);
		this.workers.shutdownNow();
	}

}
