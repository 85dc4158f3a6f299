package io.perfstarter.sample.sidebyside;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sends reads and writes at a fixed rate to those instances that are up, whether earlier
 * ones were answered or not.
 *
 * <p>
 * Half of them are for few tickets.
 */
final class Load implements AutoCloseable {

	static final int TICKETS = 200;

	/** A ticket that is neither read nor changed by the load. */
	static final int PROBE = TICKETS + 1;

	static final int HOT_TICKETS = 10;

	static final int READS_A_SECOND = 200;

	static final int WRITES_A_SECOND = 5;

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final Cluster cluster;

	private final Versions versions;

	private final Queue<Read> reads = new ConcurrentLinkedQueue<>();

	private final AtomicInteger inFlight = new AtomicInteger();

	private final LongAdder failed = new LongAdder();

	private final LongAdder writes = new LongAdder();

	private final Thread reader;

	private final Thread writer;

	// Written by the thread of the test, read by the others.
	private volatile Phase phase = Phase.WARM_UP;

	private volatile boolean ended;

	Load(Cluster cluster, Versions versions, long seed) {
		this.cluster = cluster;
		this.versions = versions;
		this.reader = start("reader", READS_A_SECOND, new Random(seed), this::read);
		this.writer = start("writer", WRITES_A_SECOND, new Random(seed + 1), this::write);
	}

	private Thread start(String name, int rate, Random random, Step step) {
		Thread thread = new Thread(() -> {
			long next = System.nanoTime();
			while (!this.ended) {
				Instance instance = this.cluster.instances().get(random.nextInt(this.cluster.instances().size()));
				long id = 1 + random.nextInt(random.nextBoolean() ? HOT_TICKETS : TICKETS);
				if (instance.isUp()) {
					step.send(instance, id);
				}
				next += TimeUnit.SECONDS.toNanos(1) / rate;
				LockSupport.parkNanos(next - System.nanoTime());
			}
		}, name);
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	private void read(Instance instance, long id) {
		Phase sent = this.phase;
		long start = System.nanoTime();
		send(HttpRequest.newBuilder(uri(instance, id)).GET(), (answer) -> this.reads.add(new Read(sent,
				instance.index(), id, start, System.nanoTime() - start, answer.version(), answer.what().equals("hit"))),
				sent, instance);
	}

	private CompletableFuture<?> write(Instance instance, long id) {
		Phase sent = this.phase;
		if (sent.isCounted()) {
			this.writes.increment();
		}
		return send(HttpRequest.newBuilder(uri(instance, id)).POST(BodyPublishers.noBody()),
				(answer) -> this.versions.saw(id, answer.version(), System.nanoTime()), sent, instance);
	}

	private CompletableFuture<?> send(HttpRequest.Builder request, AnswerHandler handler, Phase sent,
			Instance instance) {
		int run = instance.run();
		CompletableFuture<HttpResponse<String>> response = this.client.sendAsync(request.timeout(TIMEOUT).build(),
				BodyHandlers.ofString());
		this.inFlight.incrementAndGet();
		return response.whenComplete((answer, failure) -> {
			if (answer != null && answer.statusCode() == 200) {
				handler.handle(Answer.of(answer.body()));
			}
			else if (sent.isCounted() && instance.isUp() && instance.run() == run) {
				this.failed.increment();
			}
			this.inFlight.decrementAndGet();
		});
	}

	/**
	 * Sends writes to an instance all at once, and waits until some of them were
	 * answered.
	 * @param instance the instance
	 * @param count how many are sent
	 * @param answered how many are waited for
	 * @throws InterruptedException if interrupted
	 */
	void burst(Instance instance, int count, int answered) throws InterruptedException {
		CountDownLatch latch = new CountDownLatch(answered);
		for (int i = 1; i <= count; i++) {
			write(instance, i).thenRun(latch::countDown);
		}
		assertThat(latch.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).as("a part of the burst").isTrue();
	}

	/**
	 * Asks an instance for a version.
	 * @param instance the instance
	 * @param id the id of the ticket
	 * @return the answer, {@code null} if there was none
	 * @throws InterruptedException if interrupted
	 */
	@Nullable Answer ask(Instance instance, long id) throws InterruptedException {
		try {
			HttpResponse<String> answer = this.client.send(
					HttpRequest.newBuilder(uri(instance, id)).timeout(TIMEOUT).GET().build(), BodyHandlers.ofString());
			return (answer.statusCode() == 200) ? Answer.of(answer.body()) : null;
		}
		catch (IOException ex) {
			return null;
		}
	}

	private static URI uri(Instance instance, long id) {
		return URI.create(instance.url() + "/tickets/" + id);
	}

	void enter(Phase next) {
		this.phase = next;
	}

	Queue<Read> reads() {
		return this.reads;
	}

	long writes() {
		return this.writes.sum();
	}

	long failed() {
		return this.failed.sum();
	}

	/**
	 * Ends the load and waits for the answers that are still due.
	 * @throws InterruptedException if interrupted
	 */
	void end() throws InterruptedException {
		close();
		this.reader.join();
		this.writer.join();
		while (this.inFlight.get() > 0) {
			TimeUnit.MILLISECONDS.sleep(10);
		}
	}

	@Override
	public void close() {
		this.ended = true;
	}

	/**
	 * Sends one request.
	 */
	@FunctionalInterface
	private interface Step {

		void send(Instance instance, long id);

	}

	/**
	 * Handles the answer to a request.
	 */
	@FunctionalInterface
	private interface AnswerHandler {

		void handle(Answer answer);

	}

	/**
	 * The answer of an instance.
	 *
	 * @param version the version of the ticket
	 * @param what whether it came from the cache, or that it was changed
	 */
	record Answer(long version, String what) {

		static Answer of(String body) {
			String[] words = body.split(" ");
			return new Answer(Long.parseLong(words[0]), words[1]);
		}

	}

}
