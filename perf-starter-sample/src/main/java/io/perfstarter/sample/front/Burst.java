package io.perfstarter.sample.front;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.springframework.stereotype.Component;

/**
 * Sends many concurrent requests to an instance.
 */
@Component
class Burst {

	private static final int MEMBERS = 100;

	private static final int ORDERS = 200;

	/**
	 * Separate from the client of other calls, which limits its connections as a browser
	 * does.
	 */
	private final HttpClient client = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(5))
		.build();

	/**
	 * Requests members from the legacy endpoint. Most requests wait for a connection that
	 * another request holds.
	 */
	Outcome members(URI instance) {
		return send(MEMBERS, 200,
				(token) -> HttpRequest.newBuilder(instance.resolve("/members-legacy/token-" + token)));
	}

	/**
	 * Sends orders of one category. Each response is sent when the order is stored, and
	 * the updates of the stock run one after another.
	 */
	Outcome orders(URI instance) {
		return send(ORDERS, 202,
				(number) -> HttpRequest.newBuilder(instance.resolve("/orders"))
					.header("Content-Type", "application/json")
					.POST(BodyPublishers.ofString("{\"categoryId\": 1, \"quantity\": 1}")));
	}

	/** Sends a burst. Synchronized, so that bursts do not overlap. */
	private synchronized Outcome send(int calls, int expected, IntFunction<HttpRequest.Builder> call) {
		long begin = System.nanoTime();
		List<CompletableFuture<Boolean>> answers = IntStream.rangeClosed(1, calls)
			.mapToObj((number) -> call.apply(number).timeout(Duration.ofSeconds(10)).build())
			.map((request) -> answered(request, expected))
			.toList();
		int answered = (int) answers.stream().filter(CompletableFuture::join).count();
		return new Outcome(calls, answered, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
	}

	private CompletableFuture<Boolean> answered(HttpRequest request, int expected) {
		return this.client.sendAsync(request, BodyHandlers.discarding())
			.thenApply(HttpResponse::statusCode)
			.handle((status, failure) -> failure == null && status == expected);
	}

	/**
	 * The result of a burst.
	 *
	 * @param calls the number of requests
	 * @param answered the number of requests with the expected response
	 * @param millis the time until the last response
	 */
	record Outcome(int calls, int answered, long millis) {

	}

}
