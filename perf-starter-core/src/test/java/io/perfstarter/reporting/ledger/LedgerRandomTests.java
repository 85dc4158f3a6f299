package io.perfstarter.reporting.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.Parts;
import io.perfstarter.reporting.window.ServedRequest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the parts of a {@link Ledger} are its whole, whatever happens.
 */
class LedgerRandomTests {

	private static final Part[] PARTS = { Part.POOL, Part.SQL, Part.FETCH };

	private static final int THREADS = 8;

	/**
	 * Beside a count that goes by single nanoseconds and knows no segments.
	 */
	@RepeatedTest(200)
	void partsAreWhatASlowCountSays() {
		long seed = new Random().nextLong();
		Random random = new Random(seed);
		AtomicLong stopped = new AtomicLong(random.nextInt(100));
		Ledger ledger = new Ledger(0, -1, stopped::get, new ThreadUse(new TestFigures()));
		List<Open> open = new ArrayList<>();
		long[] expected = new long[Part.values().length];
		long stops = 0;
		for (long now = 0; now < 500; now++) {
			if (random.nextInt(10) == 0) {
				change(random, ledger, open, now);
			}
			if (random.nextInt(20) == 0) {
				// The JVM stands still for this one.
				stopped.incrementAndGet();
				stops++;
			}
			else {
				Part first = open.stream().map(Open::part).sorted().findFirst().orElse(Part.BLOCKED);
				expected[first.ordinal()]++;
			}
		}
		ledger.close(500, true, true);
		expected[Part.STOP_THE_WORLD.ordinal()] = stops;
		Parts parts = ledger.served("GET /", 200, Instant.EPOCH).parts();
		for (Part part : Part.values()) {
			assertThat(parts.nanos(part)).as("%s with seed %d", part, seed).isEqualTo(expected[part.ordinal()]);
		}
		assertThat(parts.total()).as("seed %d", seed).isEqualTo(500);
	}

	private static void change(Random random, Ledger ledger, List<Open> open, long now) {
		if (!open.isEmpty() && random.nextBoolean()) {
			open.remove(random.nextInt(open.size())).end(ledger, now);
		}
		else {
			Part part = PARTS[random.nextInt(PARTS.length)];
			// One thread waits for one pool.
			if (part != Part.POOL || open.stream().noneMatch((known) -> known.part() == Part.POOL)) {
				open.add(Open.begin(part, ledger, now));
			}
		}
	}

	@RepeatedTest(200)
	void partsAreTheWholeWithStopsThatComeLateAndFiguresThatAreWild() {
		long seed = new Random().nextLong();
		Random random = new Random(seed);
		AtomicLong stopped = new AtomicLong();
		TestFigures figures = new TestFigures();
		long queue = random.nextInt(1_000) - 500;
		Ledger ledger = new Ledger(0, queue, stopped::get, new ThreadUse(figures));
		List<Open> open = new ArrayList<>();
		long now = 0;
		for (int i = 0; i < 100; i++) {
			now += random.nextInt(50);
			change(random, ledger, open, now - random.nextInt(20));
			if (random.nextInt(5) == 0) {
				stopped.addAndGet(random.nextInt(200));
			}
		}
		figures.cpu += random.nextInt(5_000) - 100;
		ledger.leave(false);
		ledger.close(now, true, true);
		ServedRequest request = ledger.served("GET /", 200, Instant.EPOCH);
		assertThat(request.parts().total()).as("seed %d", seed).isEqualTo(now + Math.max(0, queue));
		assertThat(ledger.total()).as("seed %d", seed).isEqualTo(request.nanos());
	}

	@Test
	void partsAreTheWholeWithManyThreadsAndSomeThatComeLate() throws InterruptedException {
		long start = System.nanoTime();
		Ledger ledger = new Ledger(start, -1, () -> 0, new ThreadUse(new TestFigures()));
		List<Thread> threads = new ArrayList<>();
		CountDownLatch turns = new CountDownLatch(THREADS * 1_000);
		for (int i = 0; i < THREADS; i++) {
			Random random = new Random(i);
			Thread thread = new Thread(() -> {
				while (ledger.isOpen()) {
					Open.begin(PARTS[random.nextInt(PARTS.length)], ledger, System.nanoTime())
						.end(ledger, System.nanoTime());
					turns.countDown();
				}
				Open.begin(Part.SQL, ledger, System.nanoTime()).end(ledger, System.nanoTime());
			});
			thread.start();
			threads.add(thread);
		}
		turns.await();
		long end = System.nanoTime();
		ledger.close(end, true, true);
		ServedRequest request = ledger.served("GET /", 200, Instant.EPOCH);
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(request.parts().total()).isEqualTo(ledger.total()).isGreaterThanOrEqualTo(end - start);
		// Which of them gets the time says the scheduler: who wants a connection, and is
		// made to pause just then, has all of it.
		assertThat(Arrays.stream(PARTS).mapToLong(request.parts()::nanos).sum()).isPositive();
		assertThat(request.statements()).isPositive();
		assertThat(ledger.served("GET /", 200, Instant.EPOCH)).usingRecursiveComparison().isEqualTo(request);
	}

	/**
	 * What is under way.
	 *
	 * @param part what it is
	 * @param execution what it is known by
	 */
	private record Open(Part part, Execution execution) {

		private static Open begin(Part part, Ledger ledger, long at) {
			Open open = new Open(part, new Execution("a", Kind.QUERY, true, at));
			ledger.begin(part, open.execution, at);
			return open;
		}

		private void end(Ledger ledger, long at) {
			switch (this.part) {
				case POOL -> ledger.endWait("p", at);
				case SQL -> ledger.executed(this.execution, "a", at);
				default -> ledger.fetched(this.execution, "a", at);
			}
		}

	}

}
