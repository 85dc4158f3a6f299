package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReadQueue} and {@link PoolSlots}.
 */
@Timeout(60)
class ReadQueueTests {

	private static final long LONG = Duration.ofSeconds(50).toNanos();

	private final ReadQueue queue = new ReadQueue(System::nanoTime);

	private final PoolSlots one = new PoolSlots(() -> 1, this.queue::freed);

	private final PoolSlots other = new PoolSlots(() -> 1, this.queue::freed);

	private final List<Thread> threads = new ArrayList<>();

	@AfterEach
	void nobodyIsLeft() throws InterruptedException {
		for (Thread thread : this.threads) {
			thread.join();
		}
		assertThat(this.queue.waiting()).isZero();
	}

	@Test
	void whoFindsAPlaceDoesNotWait() throws Exception {
		assertThat(take(this.one, LONG)).isSameAs(this.one);
		assertThat(this.one.acquired()).isOne();
	}

	@Test
	void placesAreGivenInTheOrderOfArrival() {
		this.one.acquire();
		Queue<Integer> served = new ConcurrentLinkedQueue<>();
		for (int i = 0; i < 5; i++) {
			int number = i;
			waiter(this.one).thenAccept((result) -> {
				served.add(number);
				result.release();
			});
		}
		this.one.release();
		Awaitility.await().until(() -> served.size() == 5);
		assertThat(served).containsExactly(0, 1, 2, 3, 4);
		assertThat(this.one.acquired()).isZero();
	}

	@Test
	void aPlaceGoesPastThoseWhoCannotUseIt() throws Exception {
		this.one.acquire();
		this.other.acquire();
		CompletableFuture<PoolSlots> first = waiter(this.one);
		CompletableFuture<PoolSlots> second = waiter(this.other);
		this.other.release();
		assertThat(second.get()).isSameAs(this.other);
		assertThat(first).isNotDone();
		this.one.release();
		assertThat(first.get()).isSameAs(this.one);
	}

	@Test
	void aChangeServesAllWhomItConcerns() throws Exception {
		AtomicBoolean fit = new AtomicBoolean();
		CompletableFuture<PoolSlots> first = waiter(() -> (fit.get() && this.one.tryAcquire()) ? this.one : null);
		CompletableFuture<PoolSlots> second = waiter(() -> (fit.get() && this.other.tryAcquire()) ? this.other : null);
		fit.set(true);
		this.queue.changed();
		assertThat(first.get()).isSameAs(this.one);
		assertThat(second.get()).isSameAs(this.other);
	}

	@Test
	void whoGetsNoPlaceInTimeGivesUp() throws Exception {
		this.one.acquire();
		long start = System.nanoTime();
		assertThat(take(this.one, Duration.ofMillis(20).toNanos())).isNull();
		assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
		this.one.release();
		assertThat(this.one.acquired()).isZero();
	}

	@Test
	void whoDoesNotWaitLooksOnceMore() throws Exception {
		assertThat(await(this.queue, () -> this.one, 0)).isSameAs(this.one);
		this.one.acquire();
		assertThat(take(this.one, 0)).isNull();
	}

	@Test
	void looksAgainAtTheMomentsThatItIsTold() throws Exception {
		long start = System.nanoTime();
		long patient = start + Duration.ofMillis(20).toNanos();
		assertThat(await(this.queue, () -> (System.nanoTime() - patient >= 0) ? this.one : null, patient, start + LONG))
			.isSameAs(this.one);
	}

	@Test
	void timeIsThatOfTheClock() throws Exception {
		AtomicLong now = new AtomicLong();
		try (ReadQueue virtual = new ReadQueue(now::get)) {
			assertThat(ReadQueueTests.<Object>await(virtual, () -> {
				now.addAndGet(LONG);
				return null;
			}, LONG, 3 * LONG)).isNull();
		}
	}

	@Test
	void whoIsInterruptedLeaves() throws Exception {
		this.one.acquire();
		CompletableFuture<PoolSlots> interrupted = waiter(this.one);
		CompletableFuture<PoolSlots> next = waiter(this.one);
		this.threads.get(0).interrupt();
		Awaitility.await().until(() -> interrupted.isCompletedExceptionally());
		this.one.release();
		assertThat(next.get()).isSameAs(this.one);
	}

	@Test
	void closingEndsAllWaiting() throws Exception {
		this.one.acquire();
		CompletableFuture<PoolSlots> waiter = waiter(this.one);
		this.queue.close();
		assertThat(waiter.get()).isNull();
		assertThat(take(this.one, LONG)).isNull();
	}

	@Test
	void noPlaceIsOverlookedAndNoneLentTwice() {
		long seed = System.nanoTime();
		System.out.println("ReadQueueTests, seed " + seed);
		int[] sizes = { 1, 3 };
		AtomicInteger[] used = { new AtomicInteger(), new AtomicInteger() };
		PoolSlots[] pools = { new PoolSlots(() -> sizes[0], this.queue::freed),
				new PoolSlots(() -> sizes[1], this.queue::freed) };
		Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
		for (int i = 0; i < 24; i++) {
			Random random = new Random(seed + i);
			start(() -> {
				for (int round = 0; round < 300; round++) {
					// Some reads may use both pools and some only one; some have a short
					// timeout.
					int kind = random.nextInt(3);
					boolean expedited = random.nextInt(10) == 0;
					try {
						Integer pool = await(this.queue, () -> {
							for (int p = 0; p < 2; p++) {
								if ((kind == 2 || kind == p) && pools[p].tryAcquire()) {
									return p;
								}
							}
							return null;
						}, System.nanoTime() + (expedited ? random.nextInt(300_000) : LONG));
						if (pool != null) {
							assertThat(used[pool].incrementAndGet()).isLessThanOrEqualTo(sizes[pool]);
							if (random.nextInt(5) == 0) {
								Thread.currentThread().interrupt();
							}
							if (random.nextInt(4) == 0) {
								LockSupport.parkNanos(random.nextInt(200_000));
							}
							used[pool].decrementAndGet();
							pools[pool].release();
						}
						else {
							assertThat(expedited).isTrue();
						}
					}
					catch (InterruptedException ex) {
						// Continues with the next round.
					}
					catch (Throwable ex) {
						faults.add(ex);
						return;
					}
				}
			});
		}
		Awaitility.await().until(() -> this.threads.stream().noneMatch(Thread::isAlive));
		assertThat(faults).as("seed %d", seed).isEmpty();
		assertThat(pools[0].acquired() + pools[1].acquired()).as("seed %d", seed).isZero();
	}

	private static <T> T await(ReadQueue queue, Supplier<T> attempt, long... deadlines) throws InterruptedException {
		return queue.await(new ReadQueue.SlotRequest<T>() {

			@Override
			public T tryTake() {
				return attempt.get();
			}

			@Override
			public long[] beginWait() {
				return deadlines;
			}

		});
	}

	private PoolSlots take(PoolSlots slots, long nanos) throws InterruptedException {
		return await(this.queue, () -> slots.tryAcquire() ? slots : null, System.nanoTime() + nanos);
	}

	private CompletableFuture<PoolSlots> waiter(PoolSlots slots) {
		return waiter(() -> slots.tryAcquire() ? slots : null);
	}

	private CompletableFuture<PoolSlots> waiter(Supplier<PoolSlots> attempt) {
		CompletableFuture<PoolSlots> result = new CompletableFuture<>();
		int before = this.queue.waiting();
		start(() -> {
			try {
				result.complete(await(this.queue, attempt, System.nanoTime() + LONG));
			}
			catch (Throwable ex) {
				result.completeExceptionally(ex);
			}
		});
		Awaitility.await().until(() -> this.queue.waiting() > before);
		return result;
	}

	private void start(Runnable work) {
		Thread thread = new Thread(work);
		this.threads.add(thread);
		thread.start();
	}

}
