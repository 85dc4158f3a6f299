package io.perfstarter.sample.orders;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Clients who all begin at once, and each send one order after the other.
 */
final class OrderLoad {

	private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

	/**
	 * More than each form lets anybody wait: one who has no answer by then, gets none.
	 */
	private static final Duration PATIENCE = Duration.ofSeconds(120);

	private final String url;

	private final int clients;

	private final int orders;

	OrderLoad(String url, int clients, int orders) {
		this.url = url + "/orders";
		this.clients = clients;
		this.orders = orders;
	}

	/**
	 * Sends all orders; what is refused is not sent again.
	 * @return the answers, of all clients
	 */
	List<Answer> run() throws Exception {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("client-");
		executor.setVirtualThreads(Runtime.version().feature() >= 21);
		HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(executor).build();
		try {
			CountDownLatch ready = new CountDownLatch(this.clients);
			List<Future<List<Answer>>> futures = new ArrayList<>();
			for (int i = 0; i < this.clients; i++) {
				futures.add(executor.submit(sequence(client, 1 + i % 6, ready)));
			}
			List<Answer> answers = new ArrayList<>();
			for (Future<List<Answer>> future : futures) {
				answers.addAll(future.get());
			}
			return answers;
		}
		finally {
			// From JDK 21 on it is one.
			if (client instanceof AutoCloseable closeable) {
				closeable.close();
			}
		}
	}

	private Callable<List<Answer>> sequence(HttpClient client, int category, CountDownLatch ready) {
		HttpRequest request = HttpRequest.newBuilder(URI.create(this.url))
			.header("Content-Type", "application/json")
			.timeout(PATIENCE)
			.POST(BodyPublishers.ofString("{\"categoryId\": %d, \"quantity\": 1}".formatted(category)))
			.build();
		return () -> {
			ready.countDown();
			ready.await();
			List<Answer> answers = new ArrayList<>();
			for (int i = 0; i < this.orders; i++) {
				answers.add(send(client, request));
			}
			return answers;
		};
	}

	private static Answer send(HttpClient client, HttpRequest request) throws InterruptedException {
		long begin = System.nanoTime();
		try {
			HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
			long end = System.nanoTime();
			Matcher id = ID.matcher(response.body());
			return new Answer(response.statusCode(), response.headers().firstValue("Retry-After").isPresent(), begin,
					end, Instant.now(), id.find() ? Long.parseLong(id.group(1)) : 0);
		}
		catch (IOException ex) {
			return new Answer(0, false, begin, System.nanoTime(), Instant.now(), 0);
		}
	}

	/**
	 * What has come of an order.
	 *
	 * @param status the status of the answer, 0 without one
	 * @param byGate whether it says when to try again, as the gate does
	 * @param begin when the order was sent
	 * @param end when the answer was there
	 * @param at the same by the clock
	 * @param id the id of the order, 0 without one
	 */
	record Answer(int status, boolean byGate, long begin, long end, Instant at, long id) {

		boolean isAccepted() {
			return this.status == 202;
		}

		double millis() {
			return (this.end - this.begin) / 1e6;
		}

	}

}
