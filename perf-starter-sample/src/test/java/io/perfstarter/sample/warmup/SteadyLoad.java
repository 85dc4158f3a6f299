package io.perfstarter.sample.warmup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;

import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.RestClient;

/**
 * Clients who send requests at a steady rate on connections that they keep, until they
 * are ended.
 */
final class SteadyLoad {

	static final int CLIENTS = 6;

	private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final long seed = new Random().nextLong();

	private final RestClient restClient;

	private final String address;

	private final PoolingHttpClientConnectionManager connections;

	private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

	private final List<Thread> threads = new ArrayList<>();

	private volatile boolean running = true;

	SteadyLoad(RestClient restClient, String address, PoolingHttpClientConnectionManager connections) {
		this.restClient = restClient;
		this.address = address;
		this.connections = connections;
	}

	void start() {
		for (int i = 0; i < CLIENTS; i++) {
			Random random = new Random(this.seed + i);
			Thread thread = new Thread(() -> run(random), "client-" + i);
			thread.setDaemon(true);
			this.threads.add(thread);
			thread.start();
		}
	}

	private void run(Random random) {
		try {
			long next = System.nanoTime() + random.nextLong(PERIOD_NANOS);
			while (this.running) {
				TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
				this.answers.add(send(path(random)));
				// What a slow answer has delayed is not made up for.
				next = Math.max(next + PERIOD_NANOS, System.nanoTime());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Not what waits for the token-service anyway, beside which nothing else is slow. */
	private static String path(Random random) {
		return switch (random.nextInt(5)) {
			case 0 -> "/tickets/api/v1/search?parkingLotId=%d&searchStartAt=2024-03-01&searchEndAt=2024-03-31&page=%d"
				.formatted(1 + random.nextInt(5), random.nextInt(20));
			case 1 -> "/tickets/api/v1/" + (1 + random.nextInt(6000));
			case 2 -> "/members/id-" + (1 + random.nextInt(1000));
			case 3 -> "/members/email-member%d@parking.example".formatted(1 + random.nextInt(1000));
			default -> "/stock/" + (1 + random.nextInt(6));
		};
	}

	private Answer send(String path) {
		long begin = System.nanoTime();
		try {
			return this.restClient.get()
				.uri(this.address + path)
				.exchange((request, response) -> answer(begin, path, response));
		}
		catch (RuntimeException ex) {
			return new Answer(begin, System.nanoTime(), 0, path + ": " + ex);
		}
	}

	private static Answer answer(long begin, String path, ClientHttpResponse response) throws IOException {
		response.getBody().readAllBytes();
		String port = response.getHeaders().getFirst("X-Sample-Instance");
		int status = response.getStatusCode().value();
		return new Answer(begin, System.nanoTime(), (port != null) ? Integer.parseInt(port) : 0,
				(status != 200) ? path + ": " + status : null);
	}

	long seed() {
		return this.seed;
	}

	Collection<Answer> answers() {
		return List.copyOf(this.answers);
	}

	/**
	 * Connections that are kept open to an instance.
	 */
	int connectionsTo(int port) {
		return this.connections.getRoutes()
			.stream()
			.filter((route) -> route.getTargetHost().getPort() == port)
			.map(this.connections::getStats)
			.mapToInt((stats) -> stats.getAvailable() + stats.getLeased())
			.sum();
	}

	/**
	 * A request that is under way has its answer first: it would else count as one that
	 * failed.
	 */
	void end() throws InterruptedException {
		this.running = false;
		for (Thread thread : this.threads) {
			thread.join();
		}
		this.connections.close();
	}

	/**
	 * What has come of a request.
	 *
	 * @param begin when it was sent
	 * @param end when the answer was there
	 * @param port the instance that answered, 0 if none
	 * @param failure why it failed, {@code null} if it did not
	 */
	record Answer(long begin, long end, int port, String failure) {

		double millis() {
			return (this.end - this.begin) / 1e6;
		}

	}

}
