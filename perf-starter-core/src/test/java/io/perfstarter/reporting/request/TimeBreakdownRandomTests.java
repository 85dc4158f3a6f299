package io.perfstarter.reporting.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the parts of a {@link TimeBreakdown} are its whole, whatever happens.
 */
class TimeBreakdownRandomTests {

	private static final TimeComponent[] COMPONENTS = { TimeComponent.POOL, TimeComponent.SQL, TimeComponent.FETCH };

	private static final int THREADS = 8;

	/**
	 * Beside a count that goes by single nanoseconds and knows no segments.
	 */
	@RepeatedTest(200)
	void partsAreWhatASlowCountSays() {
		long seed = new Random().nextLong();
		Random random = new Random(seed);
		AtomicLong stopped = new AtomicLong(random.nextInt(100));
		TimeBreakdown breakdown = new TimeBreakdown(0, -1, stopped::get, new TestFigures());
		List<Open> open = new ArrayList<>();
		long[] expected = new long[TimeComponent.values().length];
		long stops = 0;
		for (long now = 0; now < 500; now++) {
			if (random.nextInt(10) == 0) {
				change(random, breakdown, open, now);
			}
			if (random.nextInt(20) == 0) {
				// The JVM stands still for this one.
				stopped.incrementAndGet();
				stops++;
			}
			else {
				TimeComponent first = open.stream()
					.map(Open::component)
					.sorted()
					.findFirst()
					.orElse(TimeComponent.BLOCKED);
				expected[first.ordinal()]++;
			}
		}
		breakdown.close(500, true, true);
		expected[TimeComponent.JVM_PAUSE.ordinal()] = stops;
		ComponentTimes measured = breakdown.served("GET /", "", 200, Instant.EPOCH).breakdown();
		for (TimeComponent component : TimeComponent.values()) {
			assertThat(measured.nanos(component)).as("%s with seed %d", component, seed)
				.isEqualTo(expected[component.ordinal()]);
		}
		assertThat(measured.total()).as("seed %d", seed).isEqualTo(500);
	}

	private static void change(Random random, TimeBreakdown breakdown, List<Open> open, long now) {
		if (!open.isEmpty() && random.nextBoolean()) {
			open.remove(random.nextInt(open.size())).end(breakdown, now);
		}
		else {
			TimeComponent component = COMPONENTS[random.nextInt(COMPONENTS.length)];
			// One thread waits for one pool.
			if (component != TimeComponent.POOL
					|| open.stream().noneMatch((known) -> known.component() == TimeComponent.POOL)) {
				open.add(Open.begin(component, breakdown, now));
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
		TimeBreakdown breakdown = new TimeBreakdown(0, queue, stopped::get, figures);
		List<Open> open = new ArrayList<>();
		long now = 0;
		for (int i = 0; i < 100; i++) {
			now += random.nextInt(50);
			change(random, breakdown, open, now - random.nextInt(20));
			if (random.nextInt(5) == 0) {
				stopped.addAndGet(random.nextInt(200));
			}
		}
		breakdown.clocked(figures.cpu);
		figures.cpu += random.nextInt(5_000) - 100;
		breakdown.leave(false);
		breakdown.close(now, true, true);
		ServedRequest request = breakdown.served("GET /", "", 200, Instant.EPOCH);
		assertThat(request.breakdown().total()).as("seed %d", seed).isEqualTo(now + Math.max(0, queue));
		assertThat(breakdown.total()).as("seed %d", seed).isEqualTo(request.nanos());
	}

	@Test
	void partsAreTheWholeWithManyThreadsAndSomeThatComeLate() throws InterruptedException {
		long start = System.nanoTime();
		TimeBreakdown breakdown = new TimeBreakdown(start, -1, () -> 0, new TestFigures());
		List<Thread> threads = new ArrayList<>();
		CountDownLatch turns = new CountDownLatch(THREADS * 1_000);
		for (int i = 0; i < THREADS; i++) {
			Random random = new Random(i);
			Thread thread = new Thread(() -> {
				while (breakdown.isOpen()) {
					Open.begin(COMPONENTS[random.nextInt(COMPONENTS.length)], breakdown, System.nanoTime())
						.end(breakdown, System.nanoTime());
					turns.countDown();
				}
				Open.begin(TimeComponent.SQL, breakdown, System.nanoTime()).end(breakdown, System.nanoTime());
			});
			thread.start();
			threads.add(thread);
		}
		turns.await();
		long end = System.nanoTime();
		breakdown.close(end, true, true);
		ServedRequest request = breakdown.served("GET /", "", 200, Instant.EPOCH);
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(request.breakdown().total()).isEqualTo(breakdown.total()).isGreaterThanOrEqualTo(end - start);
		// Which of them gets the time says the scheduler: who wants a connection, and is
		// made to pause just then, has all of it.
		assertThat(Arrays.stream(COMPONENTS).mapToLong(request.breakdown()::nanos).sum()).isPositive();
		assertThat(request.figures().statements()).isPositive();
		assertThat(breakdown.served("GET /", "", 200, Instant.EPOCH)).usingRecursiveComparison().isEqualTo(request);
	}

	/**
	 * What is under way.
	 *
	 * @param component what it is
	 * @param execution what it is known by
	 */
	private record Open(TimeComponent component, Execution execution) {

		private static Open begin(TimeComponent component, TimeBreakdown breakdown, long at) {
			Open open = new Open(component, new Execution("a", Kind.QUERY, true, at));
			if (component == TimeComponent.POOL) {
				breakdown.await("p", at);
			}
			else {
				breakdown.begin(component, open.execution, at);
			}
			return open;
		}

		private void end(TimeBreakdown breakdown, long at) {
			switch (this.component) {
				case POOL -> breakdown.endWait("p", at);
				case SQL -> breakdown.executed(TimeComponent.SQL, this.execution, "a", at);
				default -> breakdown.executed(TimeComponent.FETCH, this.execution, "a", at);
			}
		}

	}

}
