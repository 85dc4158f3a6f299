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
 * Asks an instance for many things at once.
 */
@Component
class Burst {

	private static final int MEMBERS = 100;

	private static final int ORDERS = 200;

	/**
	 * Not the client of the other calls, which has few connections, nor a browser, which
	 * has as few.
	 */
	private final HttpClient client = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(5))
		.build();

	/**
	 * Members in the old way: most requests wait for one of the connections that others
	 * hold.
	 */
	Outcome members(URI instance) {
		return send(MEMBERS, 200,
				(token) -> HttpRequest.newBuilder(instance.resolve("/members-legacy/token-" + token)));
	}

	/**
	 * Orders of one category: each is answered when it is stored, and their updates of
	 * the stock follow one another.
	 */
	Outcome orders(URI instance) {
		return send(ORDERS, 202,
				(number) -> HttpRequest.newBuilder(instance.resolve("/orders"))
					.header("Content-Type", "application/json")
					.POST(BodyPublishers.ofString("{\"categoryId\": 1, \"quantity\": 1}")));
	}

	/** One burst at a time. */
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
	 * How a burst was answered.
	 *
	 * @param calls how many requests were sent
	 * @param answered how many of them were answered as they should be
	 * @param millis the time until the last answer
	 */
	record Outcome(int calls, int answered, long millis) {

	}

}
