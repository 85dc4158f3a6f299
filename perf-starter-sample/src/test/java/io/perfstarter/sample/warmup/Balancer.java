package io.perfstarter.sample.warmup;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Balances connections, as a service of Kubernetes does: a new one goes to an instance
 * that was ready when it was asked last, and stays with it until either side closes it.
 */
final class Balancer implements AutoCloseable {

	private static final long PERIOD_MILLIS = 200;

	/**
	 * Long, as an instance that is slow on a busy machine is none that leaves.
	 */
	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "balancer");
		thread.setDaemon(true);
		return thread;
	});

	private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

	private final AtomicInteger turn = new AtomicInteger();

	private final List<ServiceProcess> instances;

	private volatile List<ServiceProcess> ready = List.of();

	Balancer(List<ServiceProcess> instances) throws IOException {
		this.instances = instances;
		this.threads.execute(this::ask);
		this.threads.execute(this::accept);
	}

	String address() {
		return "http://localhost:" + this.server.getLocalPort();
	}

	List<ServiceProcess> ready() {
		return this.ready;
	}

	private void ask() {
		try {
			while (!this.server.isClosed()) {
				this.ready = this.instances.stream().filter(this::isReady).toList();
				TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private boolean isReady(ServiceProcess instance) {
		URI probe = URI.create("http://localhost:%d/actuator/health/readiness".formatted(instance.port()));
		try {
			return this.client.send(HttpRequest.newBuilder(probe).timeout(PATIENCE).build(), BodyHandlers.discarding())
				.statusCode() == 200;
		}
		catch (IOException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private void accept() {
		while (!this.server.isClosed()) {
			try {
				Socket accepted = this.server.accept();
				this.threads.execute(() -> serve(accepted));
			}
			catch (IOException ex) {
				// The next one, unless it is closed.
			}
		}
	}

	private void serve(Socket accepted) {
		List<ServiceProcess> ready = this.ready;
		try (accepted) {
			ServiceProcess instance = ready.get(Math.floorMod(this.turn.getAndIncrement(), ready.size()));
			try (Socket connected = new Socket("localhost", instance.port())) {
				Future<?> requests = this.threads.submit(() -> copy(accepted, connected));
				copy(connected, accepted);
				requests.get();
			}
		}
		catch (Exception ex) {
			// Closed is all that its client sees, too.
		}
	}

	/**
	 * Passes on what comes, and the end of it.
	 */
	private static void copy(Socket from, Socket to) {
		try {
			InputStream input = from.getInputStream();
			input.transferTo(to.getOutputStream());
			to.shutdownOutput();
			to.shutdownInput();
		}
		catch (IOException ex) {
			close(to);
		}
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			// It is closed.
		}
	}

	@Override
	public void close() throws IOException {
		this.server.close();
		this.threads.shutdownNow();
	}

}
