package io.perfstarter.async.limit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that a request has no place in the {@link RequestLimiter} while it waits for its
 * client for too long.
 */
class RequestLimiterClientWaitTests {

	private final AtomicLong clock = new AtomicLong();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private @Nullable RequestLimiter limiter;

	@AfterEach
	void stop() {
		this.threads.shutdownNow();
		if (this.limiter != null) {
			this.limiter.close();
		}
	}

	private RequestLimiter limiter(int permits, int queue) {
		this.limiter = new RequestLimiter(permits, queue, Duration.ofMinutes(1), Duration.ofSeconds(1),
				this.clock::get);
		return this.limiter;
	}

	private void pass(long millis) {
		this.clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
	}

	@Test
	void placeIsGivenUpAfterTheAllowedTime() {
		RequestLimiter limiter = limiter(1, 0);
		Admission slow = limiter.enter();
		slow.beginClientWait();
		pass(999);
		assertThat(limiter.enter()).isNull();
		pass(1);
		assertThat(limiter.enter()).isNotNull();
		assertThat(limiter.active()).isOne();
		assertThat(limiter.yielded().sum()).isOne();
	}

	@Test
	void allWaitsCountTogetherAndComputingDoesNot() {
		RequestLimiter limiter = limiter(1, 0);
		Admission slow = limiter.enter();
		for (int i = 0; i < 5; i++) {
			slow.beginClientWait();
			pass(200);
			slow.endClientWait();
			pass(5_000);
			assertThat(limiter.enter()).isNull();
		}
		pass(5);
		slow.beginClientWait();
		assertThat(limiter.enter()).isNotNull();
	}

	@Test
	void placeIsKeptWhileNobodyNeedsIt() {
		RequestLimiter limiter = limiter(2, 0);
		Admission slow = limiter.enter();
		slow.beginClientWait();
		pass(60_000);
		limiter.enter();
		assertThat(limiter.yielded().sum()).isZero();
		slow.endClientWait();
		assertThat(limiter.active()).isEqualTo(2);
		pass(60_000);
		assertThat(limiter.enter()).isNull();
	}

	@Test
	void queuedRequestGetsThePlaceDuringOneLongWait() throws Exception {
		RequestLimiter limiter = limiter(1, 1);
		Admission slow = limiter.enter();
		slow.beginClientWait();
		Future<Admission> queued = this.threads.submit(limiter::enter);
		await().until(() -> limiter.waiting() == 1);
		pass(1_000);
		assertThat(queued.get(60, TimeUnit.SECONDS)).isNotNull();
		assertThat(limiter.active()).isOne();
	}

	@Test
	void requestThatGoesOnComesBeforeTheQueue() throws Exception {
		RequestLimiter limiter = limiter(1, 2);
		Admission slow = limiter.enter();
		slow.beginClientWait();
		pass(1_000);
		Admission other = limiter.enter();
		List<String> order = new CopyOnWriteArrayList<>();
		Future<?> queued = this.threads.submit(() -> {
			Admission admission = limiter.enter();
			order.add("queued");
			admission.leave();
		});
		await().until(() -> limiter.waiting() == 1);
		Future<?> returning = this.threads.submit(() -> {
			slow.endClientWait();
			order.add("returning");
			slow.leave();
		});
		await().until(() -> limiter.returning() == 1);
		assertThat(order).isEmpty();
		other.leave();
		returning.get(60, TimeUnit.SECONDS);
		queued.get(60, TimeUnit.SECONDS);
		assertThat(order).containsExactly("returning", "queued");
		assertThat(limiter.active()).isZero();
	}

	@Test
	void requestThatEndsWithoutItsPlaceReleasesNone() throws Exception {
		RequestLimiter limiter = limiter(1, 0);
		Admission slow = limiter.enter();
		slow.beginClientWait();
		pass(1_000);
		Admission other = limiter.enter();
		Future<?> returning = this.threads.submit(slow::endClientWait);
		await().until(() -> limiter.returning() == 1);
		slow.leave();
		returning.get(60, TimeUnit.SECONDS);
		assertThat(limiter.returning()).isZero();
		assertThat(limiter.active()).isOne();
		pass(10);
		assertThat(limiter.enter()).isNull();
		other.leave();
		assertThat(limiter.active()).isZero();
		slow.beginClientWait();
		slow.endClientWait();
		assertThat(limiter.active()).isZero();
	}

	@Test
	void interruptDoesNotLetARequestGoOnWithoutAPlace() throws Exception {
		RequestLimiter limiter = limiter(1, 0);
		Admission slow = limiter.enter();
		slow.beginClientWait();
		pass(1_000);
		Admission other = limiter.enter();
		Future<Boolean> returning = this.threads.submit(() -> {
			Thread.currentThread().interrupt();
			slow.endClientWait();
			return Thread.interrupted();
		});
		await().until(() -> limiter.returning() == 1);
		assertThat(returning.isDone()).isFalse();
		other.leave();
		assertThat(returning.get(60, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void twoThreadsOfARequestShareItsPlace() {
		RequestLimiter limiter = limiter(1, 0);
		Admission slow = limiter.enter();
		slow.beginClientWait();
		slow.beginClientWait();
		slow.endClientWait();
		pass(2_000);
		assertThat(limiter.enter()).isNull();
		slow.endClientWait();
		slow.leave();
		assertThat(limiter.active()).isZero();
	}

	@Test
	void neverMoreComputeThanAllowedAndNoPlaceIsLost() throws Exception {
		long seed = System.nanoTime();
		System.out.println("Seed of RequestLimiterClientWaitTests: " + seed);
		Random random = new Random(seed);
		int permits = 1 + random.nextInt(4);
		RequestLimiter limiter = new RequestLimiter(permits, random.nextInt(6), Duration.ofMillis(2),
				Duration.ofNanos(random.nextInt(200_000)));
		this.limiter = limiter;
		AtomicInteger computing = new AtomicInteger();
		List<String> faults = new CopyOnWriteArrayList<>();
		List<Future<?>> requests = new ArrayList<>();
		for (int i = 0; i < 12; i++) {
			Random own = new Random(random.nextLong());
			requests.add(this.threads.submit(() -> {
				for (int round = 0; round < 500; round++) {
					Admission admission = limiter.enter();
					if (admission != null) {
						request(admission, own, computing, permits, faults);
					}
				}
				return null;
			}));
		}
		for (Future<?> each : requests) {
			each.get(120, TimeUnit.SECONDS);
		}
		assertThat(faults).as("seed %d", seed).isEmpty();
		assertThat(limiter.active()).as("seed %d", seed).isZero();
		assertThat(limiter.waiting()).as("seed %d", seed).isZero();
		assertThat(limiter.returning()).as("seed %d", seed).isZero();
		assertThat(limiter.yielded().sum()).as("seed %d", seed).isPositive();
		for (int i = 0; i < permits; i++) {
			assertThat(limiter.enter()).as("seed %d", seed).isNotNull();
		}
	}

	private void request(Admission admission, Random random, AtomicInteger computing, int permits, List<String> faults)
			throws Exception {
		for (int step = random.nextInt(6); step >= 0; step--) {
			if (computing.incrementAndGet() > permits) {
				faults.add("more than " + permits + " computed");
			}
			LockSupport.parkNanos(random.nextInt(30_000));
			computing.decrementAndGet();
			if (step == 1 && random.nextInt(4) == 0) {
				// As a timeout of an asynchronous request, from another thread.
				admission.beginClientWait();
				Future<?> leaving = this.threads.submit(admission::leave);
				admission.endClientWait();
				leaving.get(60, TimeUnit.SECONDS);
				return;
			}
			admission.beginClientWait();
			LockSupport.parkNanos(random.nextInt(300_000));
			admission.endClientWait();
		}
		admission.leave();
	}

}
