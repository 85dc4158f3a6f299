package io.perfstarter.async.limit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.async.limit.RequestLimiter.Admission;
import io.perfstarter.async.limit.RequestLimiter.Rejection;
import io.perfstarter.support.LimiterListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link RequestLimiter}.
 */
class RequestLimiterTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	@AfterEach
	void stop() {
		this.threads.shutdownNow();
	}

	private Future<Admission> enterWaiting(RequestLimiter limiter) {
		return submitWaiting(limiter, limiter::enter);
	}

	// A request counts as waiting a moment before it stands in the queue of the
	// semaphore.
	private <T> Future<T> submitWaiting(RequestLimiter limiter, Callable<T> request) {
		int before = limiter.places.getQueueLength();
		Future<T> entering = this.threads.submit(request);
		await().until(() -> limiter.places.getQueueLength() == before + 1);
		return entering;
	}

	private static Admission admitted(Future<Admission> entering) throws Exception {
		return entering.get(60, TimeUnit.SECONDS);
	}

	@Test
	void letsSoManyRunAndSoManyWaitAndRefusesTheOthers() throws Exception {
		RequestLimiter limiter = new RequestLimiter(2, (limit) -> 1, LONG, LimiterListener.NONE);
		Admission first = limiter.enter();
		Admission second = limiter.enter();
		Future<Admission> third = enterWaiting(limiter);
		assertThat(limiter.enter()).isNull();
		assertThat(limiter.refused(Rejection.FULL).sum()).isOne();
		assertThat(limiter.active()).isEqualTo(2);
		second.leave();
		Admission last = admitted(third);
		assertThat(limiter.active()).isEqualTo(2);
		assertThat(limiter.waiting()).isZero();
		first.leave();
		last.leave();
		assertThat(limiter.active()).isZero();
	}

	@Test
	void queuedRequestsLeaveAThreadForEachRunningOneAndOneMore() throws Exception {
		RequestLimiter limiter = new RequestLimiter(2, (limit) -> 20, LONG, LimiterListener.NONE);
		assertThat(limiter.queueCapacity()).isEqualTo(20);
		limiter.keepThreadsFree(5);
		assertThat(limiter.queueCapacity()).isEqualTo(2);
		Admission first = limiter.enter();
		Admission second = limiter.enter();
		List<Future<Admission>> waiting = List.of(enterWaiting(limiter), enterWaiting(limiter));
		assertThat(limiter.enter()).isNull();
		assertThat(limiter.refused(Rejection.FULL).sum()).isOne();
		first.leave();
		Admission third = admitted(waiting.get(0));
		Future<Admission> next = enterWaiting(limiter);
		assertThat(limiter.enter()).isNull();
		second.leave();
		third.leave();
		admitted(waiting.get(1)).leave();
		admitted(next).leave();
		assertThat(limiter.active()).isZero();
	}

	@ParameterizedTest
	@CsvSource({ "200, 18, 180, 180", "200, 19, 190, 180", "200, 100, 1000, 99", "200, 199, 1990, 0",
			"200, 300, 3000, 0", "1, 1, 10, 0", "200, 50, 0, 0", "23, 2, 20, 20", "22, 2, 20, 19" })
	void queueIsAsLongAsTheThreadsAllow(int threads, int limit, int configured, int capacity) {
		RequestLimiter limiter = new RequestLimiter(limit, (ignored) -> configured, LONG, LimiterListener.NONE);
		limiter.keepThreadsFree(threads);
		assertThat(limiter.queueCapacity()).isEqualTo(capacity);
	}

	@Test
	void theyComeInInTheOrderInWhichTheyCame() throws Exception {
		RequestLimiter limiter = new RequestLimiter(1, (limit) -> 30, LONG, LimiterListener.NONE);
		List<Integer> order = new CopyOnWriteArrayList<>();
		Admission first = limiter.enter();
		List<Future<?>> entering = new ArrayList<>();
		for (int i = 0; i < 30; i++) {
			int number = i;
			entering.add(submitWaiting(limiter, () -> {
				Admission admission = limiter.enter();
				order.add(number);
				admission.leave();
				return admission;
			}));
		}
		first.leave();
		for (Future<?> each : entering) {
			each.get(60, TimeUnit.SECONDS);
		}
		assertThat(order).hasSize(30).isSorted();
	}

	@Test
	void waitsInTheQueueAreReportedAndNoOthers() throws Exception {
		List<String> events = new CopyOnWriteArrayList<>();
		RequestLimiter limiter = new RequestLimiter(1, (limit) -> 1, LONG, (name) -> {
			events.add(name);
			return () -> events.add("over");
		});
		Admission first = limiter.enter();
		Future<Admission> second = enterWaiting(limiter);
		await().until(() -> !events.isEmpty());
		assertThat(limiter.enter()).isNull();
		assertThat(events).containsExactly("requests");
		first.leave();
		assertThat(admitted(second)).isNotNull();
		assertThat(events).containsExactly("requests", "over");
	}

	@Test
	void whoHasWaitedForTooLongIsRefused() throws Exception {
		RequestLimiter limiter = new RequestLimiter(1, (limit) -> 5, Duration.ofMillis(30), LimiterListener.NONE);
		Admission first = limiter.enter();
		long before = System.nanoTime();
		assertThat(limiter.enter()).isNull();
		assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(30));
		assertThat(limiter.refused(Rejection.TIMEOUT).sum()).isOne();
		assertThat(limiter.waiting()).isZero();
		first.leave();
		assertThat(limiter.enter()).isNotNull();
	}

	@Test
	void whoIsInterruptedIsRefusedAndStaysInterrupted() throws Exception {
		RequestLimiter limiter = new RequestLimiter(1, (limit) -> 5, LONG, LimiterListener.NONE);
		Admission first = limiter.enter();
		Future<Boolean> interrupted = this.threads.submit(() -> {
			Thread.currentThread().interrupt();
			return limiter.enter() == null && Thread.interrupted();
		});
		assertThat(interrupted.get(60, TimeUnit.SECONDS)).isTrue();
		assertThat(limiter.refused(Rejection.INTERRUPTED).sum()).isOne();
		assertThat(limiter.waiting()).isZero();
		first.leave();
		assertThat(limiter.active()).isZero();
	}

	@Test
	void whoNeedNotWaitIsLetInThoughInterrupted() throws Exception {
		RequestLimiter limiter = new RequestLimiter(1, (limit) -> 0, LONG, LimiterListener.NONE);
		Callable<Boolean> entry = () -> {
			Thread.currentThread().interrupt();
			return limiter.enter() != null && Thread.interrupted();
		};
		assertThat(this.threads.submit(entry).get(60, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void theLimitMayRiseAndFallWhileRequestsRun() throws Exception {
		RequestLimiter limiter = new RequestLimiter(2, (limit) -> 10, LONG, LimiterListener.NONE);
		Admission first = limiter.enter();
		Admission second = limiter.enter();
		limiter.resize(1);
		Future<Admission> third = enterWaiting(limiter);
		first.leave();
		assertThat(limiter.waiting()).isOne();
		limiter.resize(2);
		admitted(third).leave();
		second.leave();
		assertThat(limiter.active()).isZero();
		assertThat(limiter.permits()).isEqualTo(2);
	}

	@Test
	void placeOfAnAsynchronousRequestThatNeverEndsIsGivenBackAtLast() {
		AtomicLong clock = new AtomicLong();
		RequestLimiter limiter = new RequestLimiter(1, (limit) -> 0, LONG, LimiterListener.NONE, clock::get);
		Admission lost = limiter.enter();
		lost.keep(1_000);
		clock.addAndGet(RequestLimiter.LAST_RESORT);
		assertThat(limiter.enter()).isNull();
		clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
		assertThat(limiter.enter()).isNotNull();
		assertThat(limiter.forgotten.sum()).isOne();
		lost.leave();
		assertThat(limiter.active()).isOne();
	}

	@Test
	void requestThatIsAsynchronousAgainAfterItsTimeoutIsNotForgotten() {
		AtomicLong clock = new AtomicLong();
		RequestLimiter limiter = new RequestLimiter(1, (limit) -> 0, LONG, LimiterListener.NONE, clock::get);
		Admission late = limiter.enter();
		late.keep(1_000);
		late.leave();
		late.keep(1_000);
		assertThat(limiter.enter()).isNotNull();
		clock.addAndGet(2 * RequestLimiter.LAST_RESORT);
		assertThat(limiter.enter()).isNull();
		assertThat(limiter.forgotten.sum()).isZero();
	}

	@Test
	void anErrorDoesNotEndTheAdaptation() {
		AtomicInteger samples = new AtomicInteger();
		try (RequestLimiter limiter = new RequestLimiter(8, (limit) -> 0, LONG, LimiterListener.NONE)) {
			limiter.adapt(4, 10, () -> {
				samples.incrementAndGet();
				throw new NoClassDefFoundError("planted");
			});
			await().until(() -> samples.get() > 1);
			assertThat(limiter.permits()).isEqualTo(8);
		}
	}

	@Test
	void placeOfAStreamWithoutATimeoutIsKept() {
		AtomicLong clock = new AtomicLong();
		RequestLimiter limiter = new RequestLimiter(1, (limit) -> 0, LONG, LimiterListener.NONE, clock::get);
		limiter.enter().keep(Long.MAX_VALUE);
		for (int hour = 0; hour < 100; hour++) {
			clock.addAndGet((hour == 0) ? TimeUnit.SECONDS.toNanos(2) : TimeUnit.HOURS.toNanos(1));
			assertThat(limiter.enter()).isNull();
		}
		assertThat(limiter.forgotten.sum()).isZero();
	}

	@Test
	void tellsWhenItIsWorthToComeAgain() throws Exception {
		AtomicLong clock = new AtomicLong();
		RequestLimiter limiter = new RequestLimiter(2, (limit) -> 10, Duration.ofSeconds(5), LimiterListener.NONE,
				clock::get);
		assertThat(limiter.retryAfter()).isOne();
		Admission first = limiter.enter();
		Admission second = limiter.enter();
		clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(2_400));
		first.leave();
		second.leave();
		// 2.4 s x 1 / 2
		assertThat(limiter.retryAfter()).isEqualTo(2);
		Admission third = limiter.enter();
		limiter.enter();
		List<Future<Admission>> entering = new ArrayList<>();
		entering.add(enterWaiting(limiter));
		entering.add(enterWaiting(limiter));
		// 2.4 s x 3 / 2
		assertThat(limiter.retryAfter()).isEqualTo(4);
		entering.add(enterWaiting(limiter));
		entering.add(enterWaiting(limiter));
		// 2.4 s x 5 / 2, but nobody waits for longer than 5 s.
		assertThat(limiter.retryAfter()).isEqualTo(5);
		third.leave();
		for (Future<Admission> each : entering) {
			admitted(each).leave();
		}
	}

	@Test
	void showsWhatItDoes() throws Exception {
		AtomicLong clock = new AtomicLong();
		RequestLimiter limiter = new RequestLimiter(1, (limit) -> 1, LONG, LimiterListener.NONE, clock::get);
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		limiter.bindTo(meters);
		Admission first = limiter.enter();
		Future<Admission> second = enterWaiting(limiter);
		limiter.enter();
		assertThat(meters.get("perf.starter.async.requests.permits").gauge().value()).isEqualTo(1);
		assertThat(meters.get("perf.starter.async.requests.active").gauge().value()).isEqualTo(1);
		assertThat(meters.get("perf.starter.async.requests.waiting").gauge().value()).isEqualTo(1);
		assertThat(meters.get("perf.starter.async.requests.refused").tag("reason", "full").functionCounter().count())
			.isEqualTo(1);
		assertThat(meters.get("perf.starter.async.requests.refused").tag("reason", "timeout").functionCounter().count())
			.isZero();
		clock.addAndGet(TimeUnit.SECONDS.toNanos(3));
		first.leave();
		admitted(second).leave();
		assertThat(meters.get("perf.starter.async.requests.wait").functionTimer().count()).isEqualTo(1);
		assertThat(meters.get("perf.starter.async.requests.wait").functionTimer().totalTime(TimeUnit.SECONDS))
			.isEqualTo(3);
	}

	@Test
	void noPermitIsLostOrLentTwiceWhateverHappens() throws Exception {
		long seed = System.nanoTime();
		System.out.println("Seed of RequestLimiterTests: " + seed);
		Random random = new Random(seed);
		int permits = 1 + random.nextInt(4);
		int queue = random.nextInt(6);
		RequestLimiter limiter = new RequestLimiter(permits, (limit) -> queue, Duration.ofNanos(200_000),
				LimiterListener.NONE);
		AtomicInteger running = new AtomicInteger();
		AtomicInteger entered = new AtomicInteger();
		List<String> faults = new CopyOnWriteArrayList<>();
		List<Thread> requests = new ArrayList<>();
		int rounds = 4_000;
		for (int i = 0; i < 12; i++) {
			Random own = new Random(random.nextLong());
			requests.add(new Thread(() -> {
				for (int round = 0; round < rounds; round++) {
					Admission admission = limiter.enter();
					if (admission != null) {
						entered.incrementAndGet();
						if (running.incrementAndGet() > permits) {
							faults.add("more than " + permits + " ran");
						}
						LockSupport.parkNanos(own.nextInt(50_000));
						running.decrementAndGet();
						admission.leave();
						if (own.nextInt(4) == 0) {
							admission.leave();
						}
					}
					if (limiter.waiting() > queue + permits) {
						faults.add("more than " + queue + " waited, and as many as there are free places");
					}
					Thread.interrupted();
				}
			}, "request-" + i));
		}
		requests.forEach(Thread::start);
		while (requests.stream().anyMatch(Thread::isAlive)) {
			requests.get(random.nextInt(requests.size())).interrupt();
			LockSupport.parkNanos(100_000);
		}
		assertThat(faults).as("seed %d", seed).isEmpty();
		assertThat(limiter.active()).as("seed %d", seed).isZero();
		assertThat(limiter.waiting()).as("seed %d", seed).isZero();
		long refused = 0;
		for (Rejection refusal : Rejection.values()) {
			refused += limiter.refused(refusal).sum();
		}
		assertThat(entered.get() + refused).as("seed %d", seed).isEqualTo(12L * rounds);
		for (int i = 0; i < permits; i++) {
			assertThat(limiter.enter()).as("seed %d", seed).isNotNull();
		}
	}

}
