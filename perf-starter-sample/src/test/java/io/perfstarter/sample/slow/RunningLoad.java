package io.perfstarter.sample.slow;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * A load that is being sent.
 */
final class RunningLoad implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(40);

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor();

	private final ConcurrentLinkedQueue<Double> millis = new ConcurrentLinkedQueue<>();

	private final AtomicInteger failures = new AtomicInteger();

	private final Semaphore room;

	private final Load load;

	private final String url;

	private int sent;

	RunningLoad(Load load, String url) {
		this.load = load;
		this.url = url;
		this.room = new Semaphore(load.atOnce());
		this.schedule.scheduleAtFixedRate(this::burst, 0, load.period(), TimeUnit.NANOSECONDS);
	}

	private void burst() {
		for (int i = 0; i < this.load.burst() && this.room.tryAcquire(); i++) {
			HttpRequest request = HttpRequest.newBuilder(URI.create(this.url + this.load.path(this.sent++)))
				.timeout(PATIENCE)
				.header("Accept-Encoding", "gzip")
				.build();
			long begin = System.nanoTime();
			CLIENT.sendAsync(request, BodyHandlers.discarding())
				.whenComplete((answer, failure) -> answered(answer, (System.nanoTime() - begin) / 1e6));
		}
	}

	private void answered(@Nullable HttpResponse<Void> answer, double took) {
		this.room.release();
		this.millis.add(took);
		if (answer == null || answer.statusCode() != 200) {
			this.failures.incrementAndGet();
		}
	}

	int failures() {
		return this.failures.get();
	}

	int answers() {
		return this.millis.size();
	}

	double mean() {
		return this.millis.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
	}

	/** Sends no more, and waits for the answers. */
	@Override
	public void close() {
		this.schedule.shutdown();
		try {
			this.schedule.awaitTermination(1, TimeUnit.SECONDS);
			this.room.tryAcquire(this.load.atOnce(), PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public String toString() {
		List<Double> sorted = this.millis.stream().sorted().toList();
		return String.format(Locale.ROOT, "%d answers, %d of them failures, mean %.0f ms, longest %.0f ms",
				sorted.size(), failures(), mean(), sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() - 1));
	}

}
