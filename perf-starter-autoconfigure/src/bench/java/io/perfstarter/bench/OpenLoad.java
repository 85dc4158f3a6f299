package io.perfstarter.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;

/**
 * Sends requests at a fixed rate, whether or not earlier ones were answered, as users do
 * that do not know of each other. They give up after two seconds.
 */
final class OpenLoad {

	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private static final long IN_TIME = TimeUnit.SECONDS.toNanos(1);

	private static final long RECOVERY = TimeUnit.SECONDS.toNanos(10);

	private static final long IDLE = TimeUnit.MILLISECONDS.toNanos(100);

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final HttpRequest request;

	OpenLoad(int port, String path) {
		this.request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).timeout(PATIENCE).build();
	}

	/**
	 * Waits until requests are answered at once, one at a time, but not for ever: a
	 * service may not recover from the load before.
	 */
	void awaitIdle() {
		long end = System.nanoTime() + RECOVERY;
		int quick = 0;
		while (quick < 3 && System.nanoTime() < end) {
			long start = System.nanoTime();
			quick = (status() == 200 && System.nanoTime() - start < IDLE) ? quick + 1 : 0;
		}
	}

	/**
	 * Lets a number of clients ask again as soon as they have an answer.
	 * @return how many requests were answered in a second
	 */
	int answered(int clients, int seconds) {
		AtomicInteger answered = new AtomicInteger();
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
		Thread[] threads = new Thread[clients];
		for (int i = 0; i < clients; i++) {
			threads[i] = new Thread(() -> {
				while (System.nanoTime() < end) {
					if (status() == 200) {
						answered.incrementAndGet();
					}
				}
			}, "client-" + i);
			threads[i].start();
		}
		for (Thread thread : threads) {
			try {
				thread.join();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}
		return answered.get() / seconds;
	}

	private int status() {
		try {
			return this.client.send(this.request, BodyHandlers.discarding()).statusCode();
		}
		catch (IOException ex) {
			return 0;
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	Outcome run(int perSecond, int seconds) {
		int count = perSecond * seconds;
		AtomicLongArray answered = new AtomicLongArray(count);
		AtomicInteger refused = new AtomicInteger();
		Phaser open = new Phaser(1);
		OpenLoop.run(perSecond, count, (number, due) -> {
			open.register();
			this.client.sendAsync(this.request, BodyHandlers.discarding()).whenComplete((response, failure) -> {
				record(response, number, due, answered, refused);
				open.arriveAndDeregister();
			});
		});
		open.arriveAndAwaitAdvance();
		long[] times = LongStream.range(0, count)
			.map((number) -> answered.get((int) number))
			.filter((nanos) -> nanos > 0)
			.toArray();
		long inTime = Arrays.stream(times).filter((nanos) -> nanos <= IN_TIME).count();
		return new Outcome((double) inTime / seconds, (times.length > 0) ? new Latencies(times).millis(0.99) : 0,
				(double) refused.get() / seconds);
	}

	private static void record(@Nullable HttpResponse<?> response, int number, long due, AtomicLongArray answered,
			AtomicInteger refused) {
		if (response != null && response.statusCode() == 200) {
			answered.set(number, System.nanoTime() - due);
		}
		else if (response != null) {
			refused.incrementAndGet();
		}
	}

	/**
	 * What became of the requests of a run.
	 *
	 * @param goodput how many were answered in a second, each within one
	 * @param p99 the 99th percentile of the times to the answer, in milliseconds
	 * @param refused how many were answered 503 in a second
	 */
	record Outcome(double goodput, double p99, double refused) {
	}

}
