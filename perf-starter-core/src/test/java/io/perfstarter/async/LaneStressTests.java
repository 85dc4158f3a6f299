package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import io.perfstarter.async.LaneSettings.OnFull;
import io.perfstarter.async.LaneSettings.Submit;
import org.junit.jupiter.api.Test;

import org.springframework.core.task.TaskRejectedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What must hold of {@link Lane lanes} whatever is done to them, by chance.
 */
class LaneStressTests {

	private static final int PERMITS = 4;

	private static final int SUBMITTERS = 4;

	private final AtomicInteger now = new AtomicInteger();

	private final AtomicInteger most = new AtomicInteger();

	private final LongAdder ran = new LongAdder();

	@Test
	void aMillionTasksKeepToThePermits() throws Exception {
		boolean virtual = Runtime.version().feature() >= 21;
		// Platform threads are handed over at a tenth of the pace.
		int rounds = (virtual) ? 50 : 10;
		int tasks = 1_000_000 / 50 / SUBMITTERS;
		long seed = System.nanoTime();
		System.out.println("LaneStressTests: seed " + seed);
		for (int round = 0; round < rounds; round++) {
			run(virtual, tasks, new Random(seed + round));
		}
		System.out.println("LaneStressTests: " + this.ran.sum() + " tasks were run to an end");
	}

	private void run(boolean virtual, int tasks, Random random) throws Exception {
		Lanes lanes = new Lanes(virtual, UnaryOperator.identity());
		OnFull onFull = OnFull.values()[random.nextInt(OnFull.values().length)];
		LaneSettings settings = new LaneSettings(() -> PERMITS, 1 + random.nextInt(100), Duration.ofMillis(20),
				Duration.ofMillis(50), onFull, (onFull != OnFull.WAIT) ? null : Duration.ofMillis(5), Submit.IMMEDIATE);
		List<Lane> pair = List.of(lanes.add("first", settings, "pool"), lanes.add("second", settings, "pool"));
		boolean closedUnderWay = random.nextBoolean();
		List<Thread> submitters = new ArrayList<>();
		List<List<Future<?>>> futures = new ArrayList<>();
		for (int i = 0; i < SUBMITTERS; i++) {
			List<Future<?>> mine = new ArrayList<>();
			futures.add(mine);
			Random own = new Random(random.nextLong());
			submitters.add(new Thread(() -> submit(pair, tasks, own, mine)));
		}
		submitters.forEach(Thread::start);
		if (closedUnderWay) {
			long some = random.nextInt(tasks * SUBMITTERS);
			await().pollInterval(Duration.ofMillis(1))
				.until(() -> pair.stream().mapToLong((lane) -> lane.counts().submitted.sum()).sum() >= some);
		}
		else {
			join(submitters);
		}
		lanes.stop(Duration.ofSeconds((closedUnderWay) ? 0 : 30));
		join(submitters);
		assertThat(this.most).hasValueLessThanOrEqualTo(PERMITS);
		assertThat(futures.stream().flatMap(List::stream)).allMatch(Future::isDone);
		await().untilAsserted(() -> {
			assertThat(lanes.inside()).isZero();
			assertThat(pair).allMatch((lane) -> lane.active() == 0 && lane.waiting() == 0);
			assertThat(this.now).hasValue(0);
		});
		lanes.close();
	}

	private static void join(List<Thread> threads) throws InterruptedException {
		for (Thread thread : threads) {
			thread.join();
		}
	}

	private void submit(List<Lane> lanes, int tasks, Random random, List<Future<?>> futures) {
		IntStream.range(0, tasks).forEach((i) -> {
			Lane lane = lanes.get(random.nextInt(lanes.size()));
			try {
				Future<?> future = lane.submit(task(lanes, random.nextInt(100), random.nextLong()));
				futures.add(future);
				if (random.nextInt(10) == 0) {
					future.cancel(random.nextBoolean());
				}
				else if (random.nextInt(100) == 0) {
					// So that rooms become empty now and then.
					LockSupport.parkNanos(100_000);
				}
			}
			catch (TaskRejectedException ex) {
				// No room, or closed.
				Thread.yield();
			}
		});
	}

	private Callable<Object> task(List<Lane> lanes, int kind, long seed) {
		return () -> {
			enter();
			try {
				if (kind < 10) {
					throw new IllegalStateException("planted");
				}
				if (kind < 12) {
					throw new StackOverflowError("planted");
				}
				if (kind < 15) {
					LockSupport.parkNanos(1_000_000);
				}
				if (kind == 15 && seed % 50 == 0) {
					LockSupport.parkNanos(200_000_000);
				}
				if (kind >= 90) {
					return nested(lanes.get((int) (seed & 1)));
				}
				return kind;
			}
			finally {
				leave();
			}
		};
	}

	private Object nested(Lane lane) {
		// The permit is lent while it waits for room or for the child.
		leave();
		try {
			return lane.submitCompletable(() -> {
				enter();
				leave();
				return "child";
			}).join();
		}
		finally {
			enter();
		}
	}

	private void enter() {
		this.most.accumulateAndGet(this.now.incrementAndGet(), Math::max);
		this.ran.increment();
	}

	private void leave() {
		this.now.decrementAndGet();
	}

}
