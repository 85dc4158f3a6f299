package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link CoherenceNode} with many threads. There are no regular questions, so
 * that whatever is forgotten to be sent is never sent.
 */
@Timeout(60)
@Tag(Tier.MORE)
class CoherenceNodeConcurrencyTests {

	private static final int THREADS = 4;

	private static final int KEYS = Tier.times(500, 2_000);

	private static final int BACKLOG = 500;

	// Shorter than any question is due, longer than all retries.
	private static final Duration NO_QUESTIONS = Duration.ofMillis(1_400);

	private static final List<URI> ADDRESSES = List.of(URI.create("http://0:1/p"), URI.create("http://1:1/p"));

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);

	private final List<Copies> copies = List.of(new Copies(), new Copies());

	private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

	private final List<CoherenceNode> nodes = IntStream.range(0, 2).mapToObj(this::node).toList();

	private final List<AtomicInteger> published = List.of(new AtomicInteger(), new AtomicInteger());

	private final List<AtomicInteger> lostInARow = List.of(new AtomicInteger(), new AtomicInteger());

	private volatile int lossPercent;

	private CoherenceNode node(int number) {
		FreshnessWatermark watermark = new FreshnessWatermark(TestNode.BOUND, System::nanoTime);
		LocalSide local = new LocalSide(this.copies.get(number), watermark,
				new PendingCommits(System::nanoTime, watermark));
		return new CoherenceNode("n" + number, new ProtocolTimings(TestNode.BOUND, Duration.ZERO), local, this::send,
				new PlainWire(50), new Surroundings(this::after, System::nanoTime, new Random()),
				() -> Set.of(ADDRESSES.get(number)), new CoherenceListener() {
				});
	}

	private void after(Duration delay, Runnable task) {
		if (delay.compareTo(NO_QUESTIONS) < 0) {
			this.timer.schedule(() -> {
				try {
					task.run();
				}
				catch (Throwable ex) {
					this.failures.add(ex);
				}
			}, delay.toNanos(), TimeUnit.NANOSECONDS);
		}
	}

	private CompletionStage<Answer> send(URI address, Message message) {
		CompletableFuture<Answer> answer = new CompletableFuture<>();
		int number = Integer.parseInt(address.getHost());
		CoherenceNode node = this.nodes.get(number);
		boolean lost = isLost(this.lostInARow.get(number));
		boolean requestLost = lost && ThreadLocalRandom.current().nextBoolean();
		boolean answerLost = lost && !requestLost;
		Runnable exchange = () -> {
			try {
				Answer given = requestLost ? Answer.of(MessageOutcome.UNREACHABLE) : node.receive(message);
				answer.complete(answerLost ? Answer.of(MessageOutcome.UNREACHABLE) : given);
			}
			catch (Throwable ex) {
				this.failures.add(ex);
				answer.completeExceptionally(ex);
			}
		};
		// Some are through before the sender has turned around.
		if (ThreadLocalRandom.current().nextInt(4) == 0) {
			exchange.run();
		}
		else {
			this.threads.execute(exchange);
		}
		return answer;
	}

	/**
	 * Never so many in a row that the retries are used up, because then only a question
	 * would help.
	 */
	private boolean isLost(AtomicInteger inARow) {
		boolean lost = ThreadLocalRandom.current().nextInt(100) < this.lossPercent && inARow.incrementAndGet() <= 3;
		if (!lost) {
			inARow.set(0);
		}
		return lost;
	}

	@AfterEach
	void close() {
		this.nodes.forEach(CoherenceNode::close);
		this.timer.shutdownNow();
		this.threads.shutdownNow();
	}

	private void assertEverythingArrives(int percentLost) throws Exception {
		this.nodes.forEach(CoherenceNode::start);
		this.nodes.forEach((node) -> node.discovered(Registered.at(ADDRESSES)));
		await().until(() -> this.nodes.stream().allMatch(CoherenceNode::isIdle));
		this.lossPercent = percentLost;
		List<Future<?>> publishers = IntStream.range(0, 2 * THREADS)
			.<Future<?>>mapToObj((thread) -> this.threads.submit(() -> publish(thread)))
			.toList();
		for (Future<?> publisher : publishers) {
			publisher.get();
		}
		for (int number = 0; number < 2; number++) {
			CoherenceNode node = this.nodes.get(number);
			Copies copies = this.copies.get(number);
			int other = 1 - number;
			await().until(() -> node.status().members().get(0).done() == THREADS * KEYS);
			assertThat(copies.all || copies.keys.size() == THREADS * KEYS).isTrue();
			assertThat(copies.keys).allMatch((key) -> ((Integer) key / KEYS) % 2 == other);
		}
		await().until(() -> this.nodes.stream().allMatch(CoherenceNode::isIdle));
		assertThat(this.failures).isEmpty();
	}

	/**
	 * Publishes no faster than the other can follow, so that nothing becomes ALL unless
	 * messages are lost.
	 */
	private void publish(int thread) {
		Copies others = this.copies.get(1 - thread % 2);
		AtomicInteger published = this.published.get(thread % 2);
		for (int key = 0; key < KEYS; key++) {
			while (!others.all && published.get() - others.keys.size() > BACKLOG) {
				if (Thread.currentThread().isInterrupted()) {
					return;
				}
				Thread.yield();
			}
			published.incrementAndGet();
			this.nodes.get(thread % 2).publish(List.of(Event.keys("tickets", List.of(thread * KEYS + key))));
		}
	}

	@Test
	void everythingArrives() throws Exception {
		assertEverythingArrives(0);
		assertThat(this.copies).noneMatch((copies) -> copies.all);
	}

	@Test
	void everythingArrivesThoughMessagesAndAnswersAreLost() throws Exception {
		assertEverythingArrives(20);
	}

	/**
	 * Remembers what is gone.
	 */
	private static final class Copies extends RecordingCopies {

		private final Set<Object> keys = ConcurrentHashMap.newKeySet();

		private volatile boolean all;

		@Override
		public void evict(List<Event> events) {
			for (Event event : events) {
				this.all = this.all || event.scope() == Event.Scope.ALL;
				this.keys.addAll(event.ids());
			}
		}

	}

}
