package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.core.task.TaskRejectedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What must hold of {@link BoundedTaskExecutor executors} whatever is done to them, by
 * chance.
 */
@Tag(Tier.MORE)
class ExecutorStressTests {

	private static final int PERMITS = 4;

	private static final int SUBMITTERS = 4;

	private final AtomicInteger now = new AtomicInteger();

	private final AtomicInteger most = new AtomicInteger();

	private final LongAdder ran = new LongAdder();

	@Test
	void manyTasksKeepToThePermits() throws Exception {
		boolean virtual = Runtime.version().feature() >= 21;
		int rounds = 50;
		int tasks = Tier.times(100_000, 1_000_000) / rounds / SUBMITTERS;
		long seed = System.nanoTime();
		System.out.println("ExecutorStressTests: seed " + seed);
		for (int round = 0; round < rounds; round++) {
			run(virtual, tasks, new Random(seed + round));
		}
		System.out.println("ExecutorStressTests: " + this.ran.sum() + " tasks were run to an end");
	}

	private void run(boolean virtual, int tasks, Random random) throws Exception {
		BoundedExecutors executors = new BoundedExecutors(virtual);
		WhenFull whenFull = WhenFull.values()[random.nextInt(WhenFull.values().length)];
		ExecutorSettings settings = new ExecutorSettings(() -> PERMITS, 1 + random.nextInt(100), whenFull,
				Submit.AT_ONCE);
		List<BoundedTaskExecutor> pair = List.of(executors.add("alone", settings, null));
		pair.forEach(BoundedTaskExecutor::initialize);
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
				.until(() -> pair.stream().mapToLong((executor) -> executor.ended() + executor.lost()).sum() >= some);
		}
		else {
			join(submitters);
		}
		executors.stop(Duration.ofSeconds((closedUnderWay) ? 0 : 30));
		join(submitters);
		assertThat(this.most).hasValueLessThanOrEqualTo(PERMITS);
		await().untilAsserted(() -> {
			assertThat(futures.stream().flatMap(List::stream)).allMatch(Future::isDone);
			assertThat(executors.inside()).isZero();
			assertThat(pair).allMatch((executor) -> executor.inside() == 0);
			assertThat(this.now).hasValue(0);
		});
		executors.close();
	}

	private static void join(List<Thread> threads) throws InterruptedException {
		for (Thread thread : threads) {
			thread.join();
		}
	}

	private void submit(List<BoundedTaskExecutor> executors, int tasks, Random random, List<Future<?>> futures) {
		IntStream.range(0, tasks).forEach((i) -> {
			BoundedTaskExecutor executor = executors.get(random.nextInt(executors.size()));
			try {
				Future<?> future = executor.submit(task(executors, random.nextInt(100), random.nextLong()));
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
				// No queue, or closed.
				Thread.yield();
			}
		});
	}

	private Callable<Object> task(List<BoundedTaskExecutor> executors, int kind, long seed) {
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
					return tree(executors, new Random(seed), 4);
				}
				return kind;
			}
			finally {
				leave();
			}
		};
	}

	/**
	 * Waits for a few children in several ways, which have children themselves.
	 */
	private Object tree(List<BoundedTaskExecutor> executors, Random random, int depth) throws Exception {
		List<CompletableFuture<Object>> children = new ArrayList<>();
		// A child may run in the place of its parent, which then waits.
		leave();
		try {
			int number = 1 + random.nextInt(3);
			for (int i = 0; i < number; i++) {
				Random own = new Random(random.nextLong());
				children.add(executors.get(random.nextInt(executors.size())).submitCompletable(() -> {
					enter();
					try {
						if (own.nextInt(10) == 0) {
							throw new IllegalStateException("planted");
						}
						return (depth > 0 && own.nextInt(3) == 0) ? tree(executors, own, depth - 1) : "child";
					}
					finally {
						leave();
					}
				}));
			}
			CompletableFuture<Object> some = children.get(random.nextInt(number));
			return switch (random.nextInt(5)) {
				case 0 -> CompletableFuture.allOf(children.toArray(CompletableFuture<?>[]::new)).join();
				case 1 -> CompletableFuture.anyOf(children.toArray(CompletableFuture<?>[]::new)).join();
				case 2 -> some.get(1, TimeUnit.MILLISECONDS);
				case 3 -> some.cancel(random.nextBoolean());
				default -> some.get();
			};
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
