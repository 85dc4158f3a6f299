package io.perfstarter.sample.front;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.springframework.stereotype.Component;

/**
 * Asks an instance for members in the old way, so often at once that most requests wait
 * for one of the connections that others hold.
 */
@Component
class Burst {

	private static final int CALLS = 100;

	/**
	 * Not the client of the other calls, which has few connections, nor a browser, which
	 * has as few.
	 */
	private final HttpClient client = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(1))
		.build();

	/** One at a time. */
	synchronized Outcome send(URI instance) {
		long begin = System.nanoTime();
		List<CompletableFuture<Boolean>> answers = IntStream.rangeClosed(1, CALLS)
			.mapToObj((token) -> instance.resolve("/members-legacy/token-" + token))
			.map(this::call)
			.toList();
		int answered = (int) answers.stream().filter(CompletableFuture::join).count();
		return new Outcome(CALLS, answered, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
	}

	private CompletableFuture<Boolean> call(URI uri) {
		HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
		return this.client.sendAsync(request, BodyHandlers.discarding())
			.thenApply(HttpResponse::statusCode)
			.handle((status, failure) -> failure == null && status == 200);
	}

	/**
	 * How a burst was answered.
	 *
	 * @param calls how many requests were sent
	 * @param answered how many of them were answered with a member
	 * @param millis the time until the last answer
	 */
	record Outcome(int calls, int answered, long millis) {

	}

}
